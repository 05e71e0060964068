import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { notificationKinds } from '#contract/notification.ts'
import { Count, countText, Id, Instant, Nullable, PageText } from '#contract/shared.ts'
import { IdParams, word } from './shared.ts'

// The mail: what became of it, and what an administrator may do about it.

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
const State = word(mailStates)

export const mailKinds = [...notificationKinds, 'contact', 'email_change', 'email_changed', 'digest'] as const

const MailId = Type.Integer({ minimum: 1 })
const Recipient = Nullable(Type.String({ description: 'null: a person without an address' }))

export const ListedMail = Type.Object({
  id: MailId,
  kind: Type.String(),
  state: State,
  to: Recipient,
  tries: Count,
  reason: Nullable(Type.String({ description: 'why it is in this state, in words of ours or of the mail server' })),
  createdAt: Instant,
  dueAt: Nullable(Instant),
})
export type ListedMail = Static<typeof ListedMail>

export const ShownLetter = Type.Object({
  from: Type.String(),
  to: Type.String(),
  replyTo: Nullable(Type.String()),
  subject: Type.String(),
  text: Type.String({ description: 'without what opens something for its reader' }),
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
  requestId: Nullable(Type.String({ description: 'of the call that caused it' })),
  bundleId: Nullable(Type.Integer({ description: 'the daily letter it went out in' })),
  attempts: Type.Array(
    Type.Object({
      attempt: Count,
      startedAt: Instant,
      endedAt: Nullable(Instant),
      outcome: Nullable(State),
      reply: Nullable(Type.String()),
    }),
  ),
  letter: Nullable(Type.Object({ ...ShownLetter.properties }, { description: 'as it would leave now; null when it would not' })),
  whyNoLetter: Nullable(Type.String()),
  canResend: Type.Boolean(),
  canCancel: Type.Boolean(),
})
export type WholeMail = Static<typeof WholeMail>

const Standing = Type.Object({ id: MailId, state: State })

export const listMails = endpoint({
  id: 'listMails',
  method: 'GET',
  path: '/console/mail',
  access: 'administrator',
  tag: 'Console',
  summary: 'Letters and what became of them, newest first',
  query: Type.Object({
    state: Type.Optional(State),
    kind: Type.Optional(word(mailKinds)),
    page: PageText,
    pageSize: countText('50', 100),
  }),
  answer: Type.Object({
    mails: Type.Array(ListedMail),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
    counts: Type.Object(Object.fromEntries(mailStates.map((state) => [state, Count])) as Record<MailState, typeof Count>, {
      description: 'how many letters of this kind, or of all, are in each state',
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
  summary: 'A letter with every attempt, as it would leave now',
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
  summary: 'Puts a letter back into the queue, due at once, with all its tries',
  params: IdParams,
  answer: Standing,
  isUnseen: true,
  errors: ['mail_not_found', 'mail_sent', 'mail_under_way', 'mail_waiting', 'mail_link_gone'],
})

export const cancelMail = endpoint({
  id: 'cancelMail',
  method: 'POST',
  path: '/console/mail/{id}/cancel',
  access: 'administrator',
  tag: 'Console',
  summary: 'Stops a letter that has not left yet',
  params: IdParams,
  answer: Standing,
  isUnseen: true,
  errors: ['mail_not_found', 'mail_under_way', 'mail_ended'],
})

export const Bounce = Type.Object({
  address: Type.String(),
  count: Count,
  isRefused: Type.Boolean({ description: 'nothing more is sent there' }),
  reply: Type.String({ description: 'what the mail server said last' }),
  lastAt: Instant,
})
export type Bounce = Static<typeof Bounce>

export const listBounces = endpoint({
  id: 'listBounces',
  method: 'GET',
  path: '/console/mail/bounce',
  access: 'administrator',
  tag: 'Console',
  summary: 'Addresses that refused mail, the latest hundred',
  answer: Type.Object({ bounces: Type.Array(Bounce), total: Count }),
  errors: [],
})

// The address is in the body, because addresses of calls stay in logs.
export const allowAddress = endpoint({
  id: 'allowAddress',
  method: 'POST',
  path: '/console/mail/bounce/allow',
  access: 'administrator',
  tag: 'Console',
  summary: 'Sends mail again to an address that refused it',
  body: Type.Object({ address: Type.String({ minLength: 1, maxLength: 320 }) }, { examples: [{ address: 'anna@example.org' }] }),
  answer: Type.Object({ address: Type.String() }),
  isUnseen: true,
  errors: ['address_not_refused'],
})
