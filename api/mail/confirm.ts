import { createHash } from 'node:crypto'
import { confirmEmail } from '#store/person/account.ts'
import { mailRoute } from './browser-route.ts'

const PATH = '/mail/confirm'

// Link that confirms a new address, for people without the app. Only the button (POST) uses it up: mail scanners open every link.
export const showConfirm = mailRoute('GET', PATH, (_, query) => ({ kind: 'confirm', token: query.get('token') ?? '' }))

export const confirm = mailRoute('POST', PATH, async ({ app }, query) => {
  const hash = createHash('sha256')
    .update((query.get('token') ?? '').trim())
    .digest()
  const email = await confirmEmail(app.sql, hash, app.now())
  if (email !== undefined) await app.changes.invalidate()
  const home = app.config.publicUrl
  return email === undefined ? { kind: 'link_gone', home } : { kind: 'confirmed', email, home }
})
