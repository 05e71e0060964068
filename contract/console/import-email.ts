import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { LanguageName } from '#contract/language.ts'
import { Count, Id, Instant, Nullable } from '#contract/shared.ts'
import { IdParams, oneOf } from './shared.ts'

// Emails to the people an import adds to teams: announced by its preview, sent at once, later or not at all.

export const emailChoices = ['now', 'later', 'none'] as const
export type EmailChoice = (typeof emailChoices)[number]

export const ReportedEmails = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'emails the import causes' }),
  when: oneOf(emailChoices, 'what the options say'),
  languages: Type.Array(Type.Object({ language: LanguageName, count: Count })),
  groups: Type.Array(Type.Object({ group: Nullable(Type.String()), count: Count }), {
    description: 'groups of the recipients; at most 50',
  }),
  people: Type.Array(Type.Object({ name: Type.String(), team: Type.String(), group: Nullable(Type.String()), language: LanguageName }), {
    description: 'the recipients; at most 500',
  }),
  daily: Type.Integer({ minimum: 0, description: 'of the emails: in the recipient’s daily digest' }),
  off: Type.Integer({ minimum: 0, description: 'people who have turned these emails off' }),
  unreachable: Type.Integer({ minimum: 0, description: 'people without an address or with a disabled account' }),
  offers: Type.Integer({
    minimum: 0,
    description:
      'besides: emails at most to admins of teams on a waitlist, who are offered the places that projects of a round get; sent in any case',
  }),
})
export type ReportedEmails = Static<typeof ReportedEmails>

export const ImportEmail = Type.Object({
  id: Id,
  createdAt: Instant,
  author: Nullable(Type.String({ description: 'who imported; null: the command line' })),
  state: oneOf(['waiting', 'sent', 'cancelled']),
  count: Type.Integer({ minimum: 1, description: 'people the import added to teams' }),
  people: Type.Integer({ minimum: 0, description: 'of these, who are still in their team' }),
  teams: Type.Array(Type.String(), { description: 'their teams; at most 20' }),
  endedAt: Nullable(Instant),
  endedBy: Nullable(Type.String()),
})
export type ImportEmail = Static<typeof ImportEmail>

export const listImportEmails = endpoint({
  id: 'listImportEmails',
  method: 'GET',
  path: '/console/import/email',
  access: 'curator',
  tag: 'Console',
  summary: 'Emails of imports that wait to be sent, and the last five that were sent or dropped',
  answer: Type.Object({ imports: Type.Array(ImportEmail) }),
  errors: [],
})

export const sendImportEmails = endpoint({
  id: 'sendImportEmails',
  method: 'POST',
  path: '/console/import/email/{id}/send',
  access: 'curator',
  tag: 'Console',
  summary: 'Sends the waiting emails of an import, to everybody who is still in their team',
  params: IdParams,
  answer: ImportEmail,
  keepsCache: true,
  errors: ['import_emails_not_found', 'import_emails_ended'],
})

export const cancelImportEmails = endpoint({
  id: 'cancelImportEmails',
  method: 'POST',
  path: '/console/import/email/{id}/cancel',
  access: 'curator',
  tag: 'Console',
  summary: 'Drops the waiting emails of an import',
  params: IdParams,
  answer: ImportEmail,
  keepsCache: true,
  errors: ['import_emails_not_found', 'import_emails_ended'],
})

export const importEmailEndpoints = [listImportEmails, sendImportEmails, cancelImportEmails]
