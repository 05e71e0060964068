import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { notificationKinds } from '#contract/notification.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery } from '#contract/shared.ts'
import { IdParams, oneOf } from './shared.ts'

// The outbox: delivery states, and actions of administrators.

export const mailStates = [
  'queued',
  'sending',
  'deferred',
  'held',
  'review',
  'unknown',
  'dead',
  'failed',
  'sent',
  'bundled',
  'cancelled',
] as const
export type MailState = (typeof mailStates)[number]
const State = oneOf(mailStates)

export const mailKinds = [
  ...notificationKinds,
  'requests_waiting',
  'announcement_test',
  'contact',
  'email_change',
  'email_changed',
  'digest',
] as const

const MailId = Type.Integer({ minimum: 1 })
const Recipient = Nullable(Type.String({ description: 'null: a person without an address' }))

export const ListedMail = Type.Object({
  id: MailId,
  kind: Type.String(),
  state: State,
  to: Recipient,
  tries: Count,
  reason: Nullable(Type.String({ description: 'reason for the state, from the service or the mail server' })),
  createdAt: Instant,
  dueAt: Nullable(Instant),
})
export type ListedMail = Static<typeof ListedMail>

export const EmailText = Type.Object({
  from: Type.String(),
  to: Type.String(),
  replyTo: Nullable(Type.String()),
  subject: Type.String(),
  text: Type.String({ description: 'with personal links hidden' }),
})

export const WholeMail = Type.Object({
  id: MailId,
  kind: Type.String(),
  state: State,
  person: Nullable(Type.Object({ id: Id, name: Type.String() })),
  tries: Count,
  reason: Nullable(Type.String()),
  createdAt: Instant,
  dueAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  requestId: Nullable(Type.String({ description: 'request ID of the call that caused it' })),
  bundleId: Nullable(Type.Integer({ description: 'the digest it was sent in' })),
  attempts: Type.Array(
    Type.Object({
      attempt: Count,
      startedAt: Instant,
      endedAt: Nullable(Instant),
      outcome: Nullable(State),
      reply: Nullable(Type.String()),
    }),
  ),
  letter: Nullable(Type.Object({ ...EmailText.properties }, { description: 'preview; null if the email can’t be sent' })),
  whyNoLetter: Nullable(Type.String()),
  canResend: Type.Boolean(),
  canCancel: Type.Boolean(),
})
export type WholeMail = Static<typeof WholeMail>

const StateAnswer = Type.Object({ id: MailId, state: State })

export const listMails = endpoint({
  id: 'listMails',
  method: 'GET',
  path: '/console/mail',
  access: 'administrator',
  tag: 'Console',
  summary: 'Emails with their status, newest first',
  query: Type.Object({
    state: Type.Optional(State),
    kind: Type.Optional(oneOf(mailKinds)),
    ...pageQuery(),
  }),
  answer: Type.Object({
    mails: Type.Array(ListedMail),
    ...pageAnswer,
    counts: Type.Object(Object.fromEntries(mailStates.map((state) => [state, Count])) as Record<MailState, typeof Count>, {
      description: 'number of emails in each state, of this kind or of all kinds',
    }),
  }),
  errors: [],
})

export const getMail = endpoint({
  id: 'getMail',
  method: 'GET',
  path: '/console/mail/{id}',
  access: 'administrator',
  tag: 'Console',
  summary: 'An email with all attempts and a preview',
  params: IdParams,
  answer: WholeMail,
  errors: ['mail_not_found'],
})

export const resendMail = endpoint({
  id: 'resendMail',
  method: 'POST',
  path: '/console/mail/{id}/resend',
  access: 'administrator',
  tag: 'Console',
  summary: 'Requeues an email for immediate sending, with all attempts available',
  params: IdParams,
  answer: StateAnswer,
  keepsCache: true,
  errors: ['mail_not_found', 'mail_sent', 'mail_under_way', 'mail_waiting', 'mail_link_gone'],
})

export const cancelMail = endpoint({
  id: 'cancelMail',
  method: 'POST',
  path: '/console/mail/{id}/cancel',
  access: 'administrator',
  tag: 'Console',
  summary: 'Cancels an email that has not been sent',
  params: IdParams,
  answer: StateAnswer,
  keepsCache: true,
  errors: ['mail_not_found', 'mail_under_way', 'mail_ended'],
})

export const Bounce = Type.Object({
  address: Type.String(),
  count: Count,
  isRefused: Type.Boolean({ description: 'emails to this address are blocked' }),
  reply: Type.String({ description: 'last reply of the mail server' }),
  lastAt: Instant,
})
export type Bounce = Static<typeof Bounce>

export const listBounces = endpoint({
  id: 'listBounces',
  method: 'GET',
  path: '/console/mail/bounce',
  access: 'administrator',
  tag: 'Console',
  summary: 'The latest 100 rejected addresses',
  answer: Type.Object({ bounces: Type.Array(Bounce), total: Count }),
  errors: [],
})

// The address is in the body, because URLs are logged.
export const allowAddress = endpoint({
  id: 'allowAddress',
  method: 'POST',
  path: '/console/mail/bounce/allow',
  access: 'administrator',
  tag: 'Console',
  summary: 'Allows emails to a rejected address again',
  body: Type.Object({ address: Type.String({ minLength: 1, maxLength: 320 }) }, { examples: [{ address: 'anna@example.org' }] }),
  answer: Type.Object({ address: Type.String() }),
  keepsCache: true,
  errors: ['address_not_refused'],
})

export const mailEndpoints = [listMails, getMail, resendMail, cancelMail, listBounces, allowAddress]
