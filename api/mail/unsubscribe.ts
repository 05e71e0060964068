import type { ApiApp } from '#api/app.ts'
import { type NotificationKind, notificationKinds, type When } from '#contract/notification.ts'
import type { BrowserRequest } from '#http/page/browser-routes.ts'
import { type Choices, choiceFor } from '#rules/mail/notification.ts'
import { findByUnsubscribeToken, saveNotifications } from '#store/mail/notification.ts'
import { mailRoute } from './browser-route.ts'
import type { MailPage, Subject } from './pages.kinds.ts'

const PATH = '/mail/unsubscribe'

const isKind = (text: string): text is NotificationKind => (notificationKinds as readonly string[]).includes(text)
const subjectOf = (text: string | null): Subject | null => (text === 'digest' || (text !== null && isKind(text)) ? text : null)
// The daily list of applications is an email of its own.
const kindsOn = (choices: Choices, subject: Subject): NotificationKind[] =>
  notificationKinds.filter((kind) =>
    subject === 'digest' ? choiceFor(choices, kind) === 'daily' && kind !== 'request_new' : kind === subject && choices[kind] !== 'off',
  )

// “result_replaced.daily new_sign_in.at-once”
const readFormer = (text: string): Choices =>
  Object.fromEntries(
    text
      .split(' ')
      .map((one) => one.split('.') as [string, When])
      .filter(([kind, when]) => isKind(kind) && (when === 'at-once' || when === 'daily')),
  )

const unknown = ({ app }: BrowserRequest<ApiApp>): MailPage => ({ kind: 'token_unknown', home: app.config.publicUrl })

/** Changes nothing: mail scanners open the link too. */
export const showUnsubscribe = mailRoute('GET', PATH, async (request, query) => {
  const token = query.get('token') ?? ''
  const found = await findByUnsubscribeToken(request.app.sql, token)
  if (!found) return unknown(request)
  const { choices, isCurator } = found
  const subject = subjectOf(query.get('kind'))
  if (subject === null) return { kind: 'all', choices, isCurator, token }
  if (kindsOn(choices, subject).length > 0 || subject === 'digest') return { kind: 'ask', subject, token }
  return { kind: 'off', subject, token, former: { [subject]: 'at-once' } }
})

/** The button of that page, or one-click unsubscribe of a mail client (RFC 8058). No cookie and no sign-in: the token is in the URL. */
export const unsubscribe = mailRoute('POST', PATH, async (request, query) => {
  const token = query.get('token') ?? ''
  const { sql } = request.app
  const found = await findByUnsubscribeToken(sql, token)
  const subject = subjectOf(query.get('kind'))
  const undo = query.get('undo')
  if (!found || (subject === null && undo === null)) return unknown(request)
  const kinds = undo === null ? kindsOn(found.choices, subject!) : []
  const changes: Choices = undo === null ? Object.fromEntries(kinds.map((kind) => [kind, 'off'])) : readFormer(undo)
  await saveNotifications(sql, found.personId, changes, undefined)
  const choices = { ...found.choices, ...changes }
  if (undo !== null || query.get('from') === 'all') return { kind: 'all', choices, isCurator: found.isCurator, token }
  const former = Object.fromEntries(kinds.map((kind) => [kind, choiceFor(found.choices, kind)]))
  return { kind: 'off', subject: subject!, token, former: kinds.length > 0 || subject === 'digest' ? former : { [subject!]: 'at-once' } }
})
