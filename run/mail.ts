import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import { createComposer } from '#mail/compose.ts'
import type { Transport } from '#mail/mail.ts'
import { listApplications, remindOfClosing } from '#mail/reminders.ts'
import { createSmtp } from '#mail/smtp.ts'
import { startWorker, type Worker } from '#mail/worker.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { advanceAnnouncements } from '#store/announcement/announcement.ts'
import type { Config } from './config/config.ts'
import type { Tracing } from './tracing/tracing.ts'

export type Mail = { start(): Worker; mount: MountedHandler | null }
type Options = { now: () => Date; log: Logger; apiUrl: string; settings: Readonly<DirectorySettings>; tracing: Tracing | null }

/** Sends emails through SMTP_URL, or stores them in the development mailbox at /mailbox. */
export async function openMail(config: Config, sql: Sql, { now, log, apiUrl, settings, tracing }: Options): Promise<Mail> {
  const { smtpUrl } = config
  const { transport: plain, mount } =
    smtpUrl === null ? await openMailbox(config, settings, log) : { transport: createSmtp({ url: smtpUrl }), mount: null }
  const transport = tracing?.transport(plain) ?? plain
  const trace = tracing?.mail
  const compose = createComposer({ ...config, sql, now, apiUrl, settings })
  const advance = () => advanceAnnouncements(sql, { now: now(), today: writeDay(createCalendar(settings.timeZone)(now())) })
  const remind = async () => {
    await remindOfClosing({ sql, now: now(), timeZone: settings.timeZone })
    await listApplications({ sql, now: now(), timeZone: settings.timeZone })
  }
  return { start: () => startWorker({ sql, now, log, compose, transport, advance, remind, trace }), mount }
}

// Imported lazily: production does not use it.
async function openMailbox(
  { dataDir }: Config,
  settings: Readonly<DirectorySettings>,
  log: Logger,
): Promise<{ transport: Transport; mount: MountedHandler }> {
  const { createMailbox } = await import('#mail/mailbox/mailbox.ts')
  const { createMailboxHandler } = await import('./dev/mailbox.ts')
  const mailbox = createMailbox(join(dataDir, 'mailbox'))
  const onFault = (fault: unknown) => log.error({ err: fault }, 'the development mailbox failed')
  return { transport: mailbox, mount: createMailboxHandler({ mailbox, locale: settings.locale, settings, onFault }) }
}
