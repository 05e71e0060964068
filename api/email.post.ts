import { createHash } from 'node:crypto'
import { handle } from '#api/app.ts'
import { sendEmail } from '#contract/email.ts'
import type { Language } from '#contract/errors.ts'
import { Refusal } from '#http/problem.ts'
import { crowdLimits, readLetter, whyReview } from '#rules/email.ts'
import { insertContactEmail } from '#store/contact-email.ts'

const thanks: Record<Language, string> = {
  en: 'Thank you. Your message has been sent to the directory admins. They’ll reply by email.',
  ru: 'Спасибо! Сообщение отправлено администраторам каталога. Ответ придёт на указанный адрес.',
}

// To whom it goes is not read from the call. Whether somebody looks at it first never shows in the answer: who fills mailboxes would learn
// from that how to. Only the caller's own share is spoken of, which tells nobody anything about others.
export default handle(sendEmail, async ({ app, body, caller, changeAtOnce, ip, language, requestId, spend }) => {
  const letter = readLetter(body)
  if ('refusal' in letter) throw new Refusal(letter.refusal)
  const writer = caller === null ? ip : `person ${caller.id}`
  spend(caller === null ? 'letters' : 'ownLetters', writer)
  const { website = '' } = body
  const data = { ...letter, language, ...(caller === null ? {} : { person: caller.id }) }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([writer, letter, website]))
    .digest()
  const review = { reason: whyReview(letter, website), limits: crowdLimits[app.config.rateLimits] }
  return changeAtOnce(async (sql) => {
    const id = await insertContactEmail(sql, { data, fingerprint, review, requestId, at: app.now() })
    return { id, status: 'queued' as const, message: thanks[language] }
  })
})
