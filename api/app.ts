import type { Catalog } from '#catalog/catalog.ts'
import type { SheetThread } from '#exchange/aside.ts'
import type { ImportProgress } from '#exchange/progress.ts'
import type { App } from '#http/app.ts'
import type { Streams } from '#http/event-stream.ts'
import { handlerFor } from '#http/handle.ts'
import type { Desk } from '#mail/shown.ts'
import type { Portraits } from './profile/portrait.ts'

// What handlers of the main API can use.
export type ApiApp = App & {
  catalog: Catalog
  calendar: (instant: Date) => number
  apiUrl: string
  streams: Streams
  desk: Desk
  progress: ImportProgress
  sheets: SheetThread
  portraits: Portraits
}

export const handle = handlerFor<ApiApp>()
