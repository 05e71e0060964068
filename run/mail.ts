import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Guest } from '#http/pipeline.ts'
import { createComposer } from '#mail/compose.ts'
import type { Transport } from '#mail/mail.ts'
import { createSmtp } from '#mail/smtp.ts'
import { startWorker, type Worker } from '#mail/worker.ts'
import type { Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

export type Mail = { start(): Worker; guest: Guest | null }
type Around = { now: () => Date; log: Logger; apiUrl: string }

/** How letters leave here: through the server of SMTP_URL, or into a mailbox anybody on a developer's machine can look into. */
export async function openMail(config: Config, sql: Sql, { now, log, apiUrl }: Around): Promise<Mail> {
  const { publicUrl, mailFrom, mailTo, locale, timeZone, smtpUrl } = config
  const { transport, guest } = smtpUrl === null ? await openMailbox(config, log) : { transport: createSmtp({ url: smtpUrl }), guest: null }
  const compose = createComposer({ sql, now, publicUrl, apiUrl, mailFrom, mailTo, locale, timeZone })
  return { start: () => startWorker({ sql, now, log, compose, transport }), guest }
}

// Loaded only here, as production has no use for it.
async function openMailbox({ dataDir, locale }: Config, log: Logger): Promise<{ transport: Transport; guest: Guest }> {
  const { createMailbox } = await import('#mail/mailbox.ts')
  const { createMailboxGuest } = await import('./mailbox.ts')
  const mailbox = createMailbox(join(dataDir, 'mailbox'))
  const onFault = (fault: unknown) => log.error({ err: fault }, 'the mailbox for development broke')
  return { transport: mailbox, guest: createMailboxGuest({ mailbox, locale, onFault }) }
}
