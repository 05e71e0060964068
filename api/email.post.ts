import { createHash } from 'node:crypto'
import { handle } from '#api/app.ts'
import { sendEmail } from '#contract/email.ts'
import { Refusal } from '#http/response/problem.ts'
import { readContactEmail, reviewLimits, whyReview } from '#rules/mail/contact.ts'
import { insertContactEmail } from '#store/mail/contact.ts'
import { textsOf } from '#texts/server.ts'

const pageText = textsOf('pages')

// The recipient is never read from the call. The response does not tell whether the email is held for review, so spammers cannot adapt.
// Only the caller's own rate limit is visible, which tells nothing about others.
export default handle(sendEmail, async ({ app, body, caller, changeInOneStatement, ip, language, requestId, spend }) => {
  const input = readContactEmail(body)
  if ('refusal' in input) throw new Refusal(input.refusal)
  const sender = caller === null ? ip : `person ${caller.id}`
  await spend(caller === null ? 'guestEmails' : 'accountEmails', sender)
  const { website = '' } = body
  const data = { ...input, language, ...(caller === null ? {} : { person: caller.id }) }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([sender, input, website]))
    .digest()
  const review = { reason: whyReview(input, website), limits: reviewLimits[app.config.rateLimits] }
  return changeInOneStatement(async (sql) => {
    const id = await insertContactEmail(sql, { data, fingerprint, review, requestId, at: app.now() })
    return { id, status: 'queued' as const, message: pageText(language, 'contact.thanks') }
  })
})
