import { imageLimits } from '#actions/image/images.ts'
import { placementLimits } from '#actions/round/placement-thread.ts'
import { bulkLimits } from '#api/app.ts'
import { ANNOUNCEMENTS_A_DAY, MOST_RECIPIENTS, TESTS_AN_HOUR } from '#contract/console/announcement.ts'
import { MOST_NOTES, NOTES_AN_HOUR } from '#contract/console/note.ts'
import { errorStatus } from '#contract/errors.ts'
import {
  INVITATIONS_A_DAY,
  INVITATIONS_A_DAY_TO_ONE,
  JOIN_REQUESTS_A_DAY,
  LINKS_A_DAY,
  MOST_INVITED,
  MOST_JOIN_REQUESTS,
  MOST_LINKS,
} from '#contract/invitation.ts'
import { MOST_MESSAGES } from '#contract/message.ts'
import { MOST_OPEN_QUESTIONS, QUESTIONS_A_DAY } from '#contract/question.ts'
import { connectionLimits } from '#database/sql.ts'
import { storageResource } from '#files/guard.ts'
import { zipLimits } from '#files/zip-thread.ts'
import { type Policy, presets } from '#http/limits/presets.ts'
import { type Resource, type ResourceName, resources } from '#http/limits/resources.ts'
import { uploadResource } from '#http/limits/upload-rate.ts'
import { emailResource } from '#mail/worker.ts'
import { reviewLimits } from '#rules/mail/contact.ts'
import { fileResource } from '#rules/project/file.ts'
import { exportLimits, importLimits } from '#spreadsheet/read/worker-thread.ts'
import { EMAILS_A_MINUTE } from '#store/announcement/announcement.ts'
import type { TableRule } from '#store/table/rule.ts'
import { tableRules } from '#store/table/tables.ts'
import { exportLimits as traceLimits } from './tracing/limits.ts'

// All bounded resources, as the table of docs/limits.md: whose share is counted, how much one owner and all together may use, for how long,
// and what is answered beyond that. The numbers come from the code that enforces them.

export type LimitRow = [resource: string, owner: string, perOwner: string, total: string, deadline: string, refusal: string]

/** The bounds that another room exports next to the code that enforces them. */
type PartLimits = {
  owner: string
  perOwner: number | string | null
  total: number | string | null
  deadlineMs: number | null
  refusal: string | { ofOwner: string; ofAll: string; late?: string }
}

const number = (value: number): string => value.toLocaleString('en')
const amount = (value: number | string | null): string => (value === null ? '–' : typeof value === 'number' ? number(value) : value)
const code = (name: string): string => (name in errorStatus ? `\`${name}\`` : name)

function duration(ms: number | null): string {
  if (ms === null) return '–'
  const [days, hours, minutes, seconds] = [ms / 86_400_000, ms / 3_600_000, ms / 60_000, ms / 1000]
  if (Number.isInteger(days)) return days === 1 ? '1 day' : `${days} days`
  if (Number.isInteger(hours)) return `${hours} h`
  return Number.isInteger(minutes) && minutes >= 5 ? `${minutes} min` : `${seconds} s`
}

function httpRow(title: string, name: ResourceName, deadline?: string): LimitRow {
  const { perOwner, campus, total, deadlineMs, refusal }: Resource = resources[name]
  const own = Object.entries(perOwner).map(([owner, most]) =>
    owner === 'address' && campus !== undefined ? `${number(most)} (campus ${number(campus)})` : number(most),
  )
  const [ofOwner, ofAll] = [refusal].flat() as [string, string?]
  return [
    title,
    Object.keys(perOwner).join('; '),
    own.join('; '),
    amount(total),
    deadline ?? duration(deadlineMs),
    ofAll === undefined ? code(ofOwner) : `${code(ofOwner)}; all: ${code(ofAll)}`,
  ]
}

function rate({ burst, perMinute }: Policy): string {
  const minutes = Math.round(burst / perMinute)
  if (minutes === 60) return `${number(burst)} an hour`
  return minutes === 1440 ? `${number(burst)} a day` : `burst ${number(burst)}, then ${number(perMinute)} a minute`
}

function rateRow(
  title: string,
  owner: string,
  name: 'calls' | 'search' | 'signIns' | 'failures' | 'guestEmails' | 'accountEmails',
): LimitRow {
  const of = (preset: 'on' | 'campus') => [presets[preset][name]!].flat().map(rate).join(', ')
  const refusal = name === 'guestEmails' || name === 'accountEmails' ? 'too_many_mails' : 'too_many_calls'
  return [title, owner, `${of('on')} (campus ${of('campus')})`, '–', '–', code(refusal)]
}

function partRow(title: string, { owner, perOwner, total, deadlineMs, refusal }: PartLimits): LimitRow {
  const answer = typeof refusal === 'string' ? code(refusal) : `${code(refusal.ofOwner)}; all: ${code(refusal.ofAll)}`
  return [title, owner, amount(perOwner), amount(total), duration(deadlineMs), answer]
}

const tableRow = ([name, { owner, perOwner, removed }]: [string, TableRule]): LimitRow => [
  `table ${name.replace('public.', '')}`,
  owner,
  perOwner,
  '–',
  '–',
  `rows removed: ${removed}`,
]

export const limitRows = (): LimitRow[] => [
  // http/, auth/
  httpRow('connections', 'connections', 'idle for 75 s; headers in 10 s'),
  httpRow('concurrent calls', 'concurrentCalls', '6 s for reading, 12 s for writing'),
  httpRow('bodies being received', 'bodyReaders'),
  httpRow('uploads', 'uploads', '300 s, at least 16 KiB/s'),
  httpRow('downloads', 'downloads', '30 s without progress'),
  httpRow('event streams', 'eventStreams'),
  httpRow('sign-in pages', 'signInPages'),
  httpRow('sign-in work', 'signInWork', '8 s in the queue'),
  rateRow('calls', 'address', 'calls'),
  rateRow('text searches', 'address', 'search'),
  rateRow('sign-in starts and callbacks', 'address', 'signIns'),
  rateRow('refused codes and refresh tokens', 'address', 'failures'),
  // heavy/: one job of a person runs at a time
  partRow('image work', imageLimits.avatars),
  partRow('covers', imageLimits.covers),
  partRow('logo', imageLimits.logos),
  partRow('placing and forecasts of rounds', placementLimits),
  partRow('changes of many projects', bulkLimits),
  partRow('spreadsheet imports', importLimits),
  partRow('spreadsheet exports', exportLimits),
  partRow('zip files', zipLimits),
  // files/
  partRow('uploads in an hour', uploadResource),
  partRow('disk: files', fileResource),
  partRow('calls of the file storage', storageResource),
  // mail/, api/email.post.ts
  rateRow('contact emails of guests', 'address', 'guestEmails'),
  rateRow('contact emails of people', 'person', 'accountEmails'),
  partRow('contact emails to be sent', {
    owner: 'reply address',
    perOwner: `${reviewLimits.on!.ofWriter} an hour`,
    total: `${number(reviewLimits.on!.ofAll)} a day`,
    deadlineMs: null,
    refusal: 'waits for review',
  }),
  partRow('emails being sent', emailResource),
  partRow('announcements', {
    owner: 'curator',
    perOwner: `${ANNOUNCEMENTS_A_DAY} a day, ${TESTS_AN_HOUR} tests an hour`,
    total: `${number(MOST_RECIPIENTS)} recipients each, ${EMAILS_A_MINUTE} emails a minute`,
    deadlineMs: null,
    refusal: 'too_many_announcements',
  }),
  // api/project/by-slug/question.post.ts
  partRow('questions', {
    owner: 'person',
    perOwner: `${QUESTIONS_A_DAY} a day, ${MOST_OPEN_QUESTIONS} unanswered ones on a project`,
    total: null,
    deadlineMs: null,
    refusal: 'too_many_questions',
  }),
  // api/console/note.post.ts
  partRow('notes', {
    owner: 'curator; object',
    perOwner: `${NOTES_AN_HOUR} an hour; ${MOST_NOTES}`,
    total: null,
    deadlineMs: null,
    refusal: { ofOwner: 'too_many_notes', ofAll: 'notes_full' },
  }),
  // api/request/by-id/message.post.ts
  partRow('messages', { owner: 'application', perOwner: MOST_MESSAGES, total: null, deadlineMs: null, refusal: 'too_many_messages' }),
  // api/team/by-id/invitation.post.ts
  partRow('invitation links', {
    owner: 'team',
    perOwner: `${LINKS_A_DAY} a day, ${MOST_LINKS} open`,
    total: null,
    deadlineMs: null,
    refusal: 'too_many_invitations',
  }),
  partRow('invitations of people', {
    owner: 'team; team admin',
    perOwner: `${INVITATIONS_A_DAY} a day, ${MOST_INVITED} open; ${INVITATIONS_A_DAY} a day`,
    total: null,
    deadlineMs: null,
    refusal: 'too_many_invitations',
  }),
  partRow('invitations to one person', {
    owner: 'person',
    perOwner: `${INVITATIONS_A_DAY_TO_ONE} a day`,
    total: null,
    deadlineMs: null,
    refusal: 'not_open_to_joining',
  }),
  // api/team/by-id/join-request.post.ts
  partRow('requests to join', {
    owner: 'person',
    perOwner: `${JOIN_REQUESTS_A_DAY} a day, ${MOST_JOIN_REQUESTS} open`,
    total: null,
    deadlineMs: null,
    refusal: 'too_many_join_requests',
  }),
  // run/tracing/
  partRow('spans waiting for export, and log records', traceLimits),
  // store/
  partRow('database connections', connectionLimits),
  ...Object.entries(tableRules).map(tableRow),
]

const heading: LimitRow = ['resource', 'owner', 'most per owner', 'most in total', 'deadline', 'beyond it']

/** The table as Markdown. */
export function limitsTable(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(heading), line(heading.map(() => '---')), ...limitRows().map(line)].join('\n')
}
