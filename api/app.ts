import type { Images } from '#actions/image/images.ts'
import type { RoundSecrets } from '#actions/round/round-secrets.ts'
import type { Catalog } from '#catalog/catalog.ts'
import type { Operations } from '#contract/console/operations.ts'
import { type FairQueue, refusal } from '#heavy/fair-queue.ts'
import type { App, HttpConfig } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import type { RefusedCaller } from '#http/limits/refused-callers.ts'
import type { Streams } from '#http/response/event-stream.ts'
import type { EmailPreview } from '#mail/email-view.ts'
import type { MailSources, SettingSources } from '#rules/settings/settings.ts'
import { writeDay } from '#rules/time/day.ts'
import type { ImportProgress } from '#spreadsheet/progress.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { Reader } from '#store/team/own.ts'

// Dependencies of the handlers of the main API.
export type ApiApp = App & {
  /** With what fixes settings. */
  config: HttpConfig & SettingSources & MailSources
  catalog: Catalog
  calendar: (instant: Date) => number
  apiUrl: string
  streams: Streams
  emailPreview: EmailPreview
  imports: { queue: FairQueue; sheets: SheetThread; progress: ImportProgress }
  queues: { exports: FairQueue; bulkEdits: FairQueue; placements: FairQueue }
  images: Images
  roundSecrets: RoundSecrets
  operations: OperationSources
  /** After a change of the settings by this process. */
  reloadSettings(): Promise<void>
}

/** What run/ knows and the database does not. */
export type OperationSources = {
  process(): { host: string; pid: number; version: string; startedAt: Date; memoryBytes: number }
  configuration: Operations['configuration']
  isEmbedded: boolean
  /** Of all processes of this machine. */
  refusedCallers(): Promise<RefusedCaller[]>
  storage: 'disk' | 's3'
  freeBytes(): Promise<number | null>
  times?: OperationTimes
}

/** How long one statement, one part and all parts may take. */
export type OperationTimes = { statementMs: number; partMs: number; allMs: number }
/** Changes of many projects. One of 500 holds a connection, and locks, for seconds: one of a person at a time, and one may wait. */
export const bulkLimits = { owner: 'person', perOwner: 2, total: 10, atOnce: 2, deadlineMs: 60_000, refusal } as const

export const handle = handlerFor<ApiApp>()

export { momentOf } from '#actions/moment.ts'

/** Whom a store function reads for, and when. */
export const readerOf = ({ app, caller }: { app: Pick<ApiApp, 'calendar' | 'now'>; caller: { id: number } }): Reader => {
  const now = app.now()
  return { personId: caller.id, now, today: writeDay(app.calendar(now)) }
}
