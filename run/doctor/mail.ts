import { resolve4, resolve6, resolveMx } from 'node:dns/promises'
import { probeSmtp } from '#mail/smtp-probe.ts'
import { countMails } from '#store/mail/queue.ts'
import { broken, type Check, type Finding, note, ok, reasonOf, warning } from './check.ts'
import { NotChecked } from './not-checked.ts'
import type { Subject } from './subject.ts'

const ANSWER_MS = 4000
const timing = {
  connectMs: ANSWER_MS,
  greetingMs: ANSWER_MS,
  stallMs: ANSWER_MS,
  replyMs: ANSWER_MS,
  silenceMs: ANSWER_MS,
  wholeMs: ANSWER_MS,
}
const WAITING_SECONDS = 600

export const mail: Check = {
  name: 'mail',
  async run(subject) {
    const [server, sender, queue] = await Promise.all([serverFindings(subject), senderFaults(subject), queueFaults(subject)])
    return [...server, ...sender, ...queue]
  },
}

async function serverFindings({ config: { smtpUrl } }: Subject): Promise<Finding[]> {
  if (smtpUrl === null) return [note('Emails are not sent: they are stored in the mailbox at /mailbox.', 'Set SMTP_URL to send them.')]
  if (!URL.canParse(smtpUrl)) throw new NotChecked('SMTP_URL is not a URL')
  try {
    const { host, port, isEncrypted, isSignedIn } = await probeSmtp(smtpUrl, timing)
    const text = `The mail server ${host}:${port} answers${isSignedIn ? ' and accepts the password' : ''}; no email was sent.`
    if (isEncrypted || isLocal(host)) return [ok(text)]
    return [ok(text), warning('The connection to the mail server is not encrypted.', 'Use smtps:, or a server that offers STARTTLS.')]
  } catch (error) {
    return [
      broken(
        `The mail server ${new URL(smtpUrl).host} does not take emails: ${reasonOf(error)}.`,
        'Check host, port, user and password in SMTP_URL, and that this machine may connect to it. Emails wait in the queue.',
      ),
    ]
  }
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

// Servers that cannot deliver an email return it to the sender.
async function senderFaults({ config: { isProduction, mailFrom } }: Subject): Promise<Finding[]> {
  const domain = /@([^<>@\s]+?)>?$/.exec(mailFrom)?.[1]
  if (!isProduction || domain === undefined) return []
  const lookups = [resolveMx(domain), resolve4(domain), resolve6(domain)] as Promise<unknown[]>[]
  const found = await Promise.allSettled(lookups)
  if (found.some((one) => one.status === 'fulfilled' && one.value.length > 0)) return []
  const isUnknown = found.every((one) => one.status === 'rejected' && ['ENOTFOUND', 'ENODATA'].includes(one.reason.code))
  if (!isUnknown) return [note(`The mail domain ${domain} of MAIL_FROM could not be looked up.`)]
  return [
    warning(
      `The domain ${domain} of MAIL_FROM receives no email, so undeliverable emails cannot be returned.`,
      'Add an MX record, or change MAIL_FROM.',
    ),
  ]
}

async function queueFaults({ sql, now }: Subject): Promise<Finding[]> {
  try {
    const { states, oldestSeconds } = await countMails(sql(), now())
    const found: Finding[] = []
    if (oldestSeconds > WAITING_SECONDS)
      found.push(
        warning(
          `An email has been waiting for ${Math.round(oldestSeconds / 60)} minutes.`,
          'See why: npx projectory mail list --state deferred',
        ),
      )
    const lost = states.unknown + states.dead
    if (lost > 0)
      found.push(warning(`${lost} emails may not have been delivered.`, 'See them: npx projectory mail list --state unknown (or dead)'))
    return found
  } catch (error) {
    if (error instanceof NotChecked || (error as { code?: string }).code === '42P01') return []
    throw error
  }
}
