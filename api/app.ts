import type { Catalog } from '#catalog/catalog.ts'
import type { FairQueue } from '#heavy/fair-queue.ts'
import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import type { Streams } from '#http/response/event-stream.ts'
import type { EmailPreview } from '#mail/email-view.ts'
import type { MailSources, SettingSources } from '#rules/settings/settings.ts'
import type { ImportProgress } from '#spreadsheet/progress.ts'
import type { SheetThread } from '#spreadsheet/read/worker-thread.ts'
import type { OperationSources } from './console/operations/data.ts'
import type { CoverMaker } from './cover/cover-image.ts'
import type { LogoMaker } from './logo/logo-image.ts'
import type { AvatarImages } from './profile/avatar-image.ts'
import type { RoundSecrets } from './round/round-secrets.ts'

// Dependencies of the handlers of the main API.
export type ApiApp = App & {
  catalog: Catalog
  calendar: (instant: Date) => number
  apiUrl: string
  streams: Streams
  emailPreview: EmailPreview
  progress: ImportProgress
  sheets: SheetThread
  imports: FairQueue
  exports: FairQueue
  bulkEdits: FairQueue
  avatarImages: AvatarImages
  logos: LogoMaker
  covers: CoverMaker
  roundSecrets: RoundSecrets
  placements: FairQueue
  operations: OperationSources
  /** After a change of the settings by this process, and what fixes them. */
  reloadSettings(): Promise<void>
  settingSources: SettingSources & MailSources
}

export const handle = handlerFor<ApiApp>()
