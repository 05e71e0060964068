import type { Catalog } from '#catalog/catalog.ts'
import type { App } from '#http/app.ts'
import type { Streams } from '#http/event-stream.ts'
import { handlerFor } from '#http/handle.ts'
import type { Desk } from '#mail/shown.ts'

// What an endpoint of the main API has at hand.
export type ApiApp = App & { catalog: Catalog; calendar: (instant: Date) => number; apiUrl: string; streams: Streams; desk: Desk }

export const handle = handlerFor<ApiApp>()
