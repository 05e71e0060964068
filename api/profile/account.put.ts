import { createHash, randomBytes } from 'node:crypto'
import { handle } from '#api/app.ts'
import { accountView } from '#api/user/account.ts'
import { Account, updateAccount } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { MOST_LINKS_MAILED, waitForLink } from '#rules/mail/contact.ts'
import { readPhone } from '#rules/person/phone.ts'
import { readNewEmail } from '#rules/person/profile.ts'
import { listLinksMailed, lockAccount, updateContact } from '#store/person/account.ts'

const HOURS = 24
const RESEND_AFTER_MS = 60_000 // the same address again within this time sends no second email

export default handle(updateAccount, ({ app, caller, body, change, refuseIfChanged, language }) =>
  change(async (sql) => {
    const [before, mailed] = await Promise.all([lockAccount(sql, caller.id), listLinksMailed(sql, caller.id, MOST_LINKS_MAILED)])
    refuseIfChanged(Account, accountView(before, app.apiUrl))
    // A stored phone sent back unchanged is accepted, even if it would not pass validation today.
    const phone = body.phone === before.phone ? before.phone : readPhone(body.phone, app.settings.locale, app.settings.country)
    if (phone === null) throw new Refusal('invalid_phone')
    const newEmail = readNewEmail(body.email, before.email)
    if (newEmail.kind === 'invalid') throw new Refusal('invalid_email')
    const now = app.now()
    const isRequested = newEmail.kind === 'new' && !wasJustRequested(before, newEmail.email, now)
    // The rate limit counts all links of a person, whatever the address, so that no mailbox can be flooded.
    if (isRequested && app.config.rateLimits !== 'off') refuseIfEarly(waitForLink(mailed, now))
    const emailChange = isRequested ? { ...newToken(), email: newEmail.email, expiresAt: later(now, HOURS), language } : null
    if (emailChange !== null || (phone || null) !== before.phone)
      await updateContact(sql, caller.id, { phone: phone || null, emailChange, now })
    const pendingEmail = emailChange?.email ?? before.pendingEmail
    return accountView({ ...before, phone: phone || null, pendingEmail }, app.apiUrl)
  }),
)

function refuseIfEarly(seconds: number): void {
  if (seconds === 0) return
  throw new Refusal('too_many_mails', { minutes: Math.ceil(seconds / 60) }, { headers: { 'retry-after': String(seconds) } })
}

const later = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

const wasJustRequested = (
  { pendingEmail, pendingSince }: { pendingEmail: string | null; pendingSince: Date | null },
  email: string,
  now: Date,
) => pendingEmail === email && pendingSince !== null && now.getTime() - pendingSince.getTime() < RESEND_AFTER_MS

// The token is only in the email; a hash of it is stored.
function newToken(): { token: string; tokenHash: Buffer } {
  const token = `pj_em_${randomBytes(32).toString('base64url')}`
  return { token, tokenHash: createHash('sha256').update(token).digest() }
}
