import { type Static, Type } from 'typebox'
import { languages } from '#texts/languages.ts'
import { endpoint } from './endpoint.ts'
import type { Language } from './language.ts'

// Email notifications people can turn off. Emails that confirm a new address are always sent and not listed here.
export const notificationKinds = [
  'request_received',
  'request_approved',
  'request_declined',
  'request_superseded',
  'request_withdrawn',
  'request_new',
  'team_added',
  'team_moved',
  'result_replaced',
  'team_invitation',
  'team_joined',
  'join_request',
  'join_request_answered',
  'team_admin',
  'team_removed',
  'leave_request',
  'leave_request_answered',
  'round_result',
  'round_ask',
  'round_offer',
  'round_exchange',
  'question_asked',
  'question_answered',
  'request_question',
  'request_answer',
  'note_mention',
  'saved_closing',
  'announcements',
  'new_sign_in',
] as const
/** Only curators and administrators have these. */
export const curatorKinds: readonly string[] = [
  'request_new',
  'request_answer',
  'note_mention',
  'leave_request',
] satisfies (typeof notificationKinds)[number][]
export type NotificationKind = (typeof notificationKinds)[number]
export const whens = ['at-once', 'daily', 'off'] as const
export type When = (typeof whens)[number]

const Kind = Type.Unsafe<NotificationKind>({ type: 'string', enum: [...notificationKinds] })
const When = Type.Unsafe<When>({ type: 'string', enum: [...whens] })
const MailLanguage = Type.Unsafe<Language | null>({
  type: ['string', 'null'],
  enum: [...languages, null],
  description: 'null: language of the directory',
})

export const Notifications = Type.Object({
  email: Type.String({ description: 'recipient address; "" if there is none' }),
  language: MailLanguage,
  kinds: Type.Array(Type.Object({ kind: Kind, when: When })),
})
export type Notifications = Static<typeof Notifications>

export const getNotifications = endpoint({
  id: 'getNotifications',
  method: 'GET',
  path: '/user/notifications',
  access: 'signed-in',
  tag: 'Mail',
  summary: 'The caller’s email notification settings',
  answer: Notifications,
  errors: [],
})

export const updateNotifications = endpoint({
  id: 'updateNotifications',
  method: 'PUT',
  path: '/user/notifications',
  access: 'signed-in',
  tag: 'Mail',
  summary: 'Changes the caller’s email notification settings',
  description: 'Omitted kinds and an omitted language are not changed.',
  body: Type.Object(
    {
      language: Type.Optional(MailLanguage),
      kinds: Type.Optional(Type.Array(Type.Object({ kind: Kind, when: When }), { maxItems: 50 })),
    },
    { examples: [{ language: 'ru', kinds: [{ kind: 'result_replaced', when: 'daily' }] }] },
  ),
  answer: Notifications,
  errors: [],
})
