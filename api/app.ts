import type { Catalog } from '#catalog/catalog.ts'
import type { App } from '#http/app.ts'
import type { Streams } from '#http/event-stream.ts'
import { handlerFor } from '#http/handle.ts'

// What an endpoint of the main API has at hand.
export type ApiApp = App & { catalog: Catalog; calendar: (instant: Date) => number; apiUrl: string; streams: Streams }

export const handle = handlerFor<ApiApp>()
