import { ANNOUNCEMENTS_A_DAY, MOST_RECIPIENTS } from '#contract/console/announcement.ts'
import { MOST_NOTES, NOTES_AN_HOUR } from '#contract/console/note.ts'
import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS } from '#contract/console/view.ts'
import { INVITATIONS_A_DAY, JOIN_REQUESTS_A_DAY, LINKS_A_DAY, MOST_INVITED, MOST_JOIN_REQUESTS, MOST_LINKS } from '#contract/invitation.ts'
import { MOST_INTERESTS, MOST_OFFERED_ROLES } from '#contract/joining.ts'
import { MOST_MESSAGES } from '#contract/message.ts'
import { MOST_CHOICES, MOST_DRAFT_ROUNDS, MOST_ROUND_TEAMS } from '#contract/round.ts'
import { EXCHANGE_HOURS, MOST_WISHES } from '#contract/round-after.ts'
import { MOST_SAVED } from '#contract/saved.ts'
import { LEAVE_REQUESTS_A_DAY, TEAMS_A_DAY } from '#contract/team.ts'
import { removeFullLimits } from '#database/limit-store.ts'
import type { Sql } from '#database/sql.ts'
import { removeOldRecipients } from '#store/announcement/announcement.ts'
import { removeOldChanges } from '#store/change.ts'
import { removeOldKeys } from '#store/idempotency.ts'
import { cancelOldReviews, removeOldMails } from '#store/mail/queue.ts'
import { removeSurplusRequests } from '#store/request/surplus.ts'
import { removeOldSessions } from '#store/session/session.ts'
import { daysBefore, hoursBefore, removeDisbandedTeams, removeOfEndedRounds, removeOld, removeSurplus } from './old-rows.ts'

// Why no table grows without bound: who owns its rows, how many one owner can have, and what removes them. tests/retention.test.ts compares
// this list with the tables of the database.

export type TableRule = {
  owner: string
  perOwner: string
  removed: string
  /** Run every hour; returns the number of removed rows. */
  remove?: (sql: Sql, now: Date) => Promise<number>
}

const ofCurators = (perOwner: string): TableRule => ({ owner: 'curators', perOwner, removed: 'by curators' })
const ofPerson = (removed: string): TableRule => ({ owner: 'person', perOwner: 'one row', removed })
const withRow = (owner: string, perOwner: string): TableRule => ({ owner, perOwner, removed: `with its ${owner}` })
const single: TableRule = { owner: 'database', perOwner: 'one row', removed: 'never' }

export const tableRules: Record<string, TableRule> = {
  // The directory
  'public.project': ofCurators('what they publish or import'),
  'public.project_tag': withRow('project', 'one row for each tag of the vocabulary'),
  'public.project_wanted_role': withRow('project', '12 roles'),
  'public.project_related': withRow('project', '20 related projects'),
  'public.former_slug': withRow('project', 'one row for each time curators rename it'),
  'public.tag': ofCurators('their vocabulary'),
  'public.role': ofCurators('their vocabulary'),
  'public.platform': ofCurators('their vocabulary'),
  'public.file_type': ofCurators('their vocabulary'),
  'public.refusal_reason': ofCurators('their vocabulary'),
  'public.synonym': ofCurators('2000 entries'),
  'public.setting': single,
  'public.logo_image': { owner: 'database', perOwner: '6 images', removed: 'by administrators' },
  'public.team': {
    owner: 'curators, or the person who formed it',
    perOwner: `the teams curators form or import; a person forms ${TEAMS_A_DAY} a day`,
    removed: 'by curators; 30 days after it was disbanded, unless it has applied or worked on a project',
    remove: (sql, now) => removeDisbandedTeams(sql, daysBefore(now, 30)),
  },
  'public.member': {
    owner: 'team',
    perOwner: 'the members curators add; the team size of the settings',
    removed: 'when they leave, or with the team',
  },
  'public.team_wanted_role': withRow('team', '12 roles'),
  'public.team_invitation': {
    owner: 'team',
    perOwner: `${MOST_LINKS} open links, ${LINKS_A_DAY} a day`,
    removed: '30 days after it expired',
    remove: (sql, now) => removeOld(sql, 'team_invitation', 'expires_at', daysBefore(now, 30)),
  },
  'public.person_invitation': {
    owner: 'team and person',
    perOwner: `${MOST_INVITED} open ones of a team, ${INVITATIONS_A_DAY} a day of a team and of a person`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'person_invitation', 'ended_at', daysBefore(now, 90)),
  },
  'public.join_request': {
    owner: 'person',
    perOwner: `${MOST_JOIN_REQUESTS} open ones, ${JOIN_REQUESTS_A_DAY} a day`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'join_request', 'ended_at', daysBefore(now, 90)),
  },
  'public.leave_request': {
    owner: 'member',
    perOwner: `one open; ${LEAVE_REQUESTS_A_DAY} a day`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'leave_request', 'ended_at', daysBefore(now, 90)),
  },
  'public.pending_team_change': withRow('team', 'one for each member, and one for the team; until it takes effect'),
  'public.member_role': withRow('member', '50 roles'),
  'public.pending_decision': withRow('request', 'one row'),
  'public.team_move': withRow('team', 'one row'),
  'public.round': ofCurators(`${MOST_DRAFT_ROUNDS} that are not announced, and those they announce`),
  'public.round_mark': withRow('request', 'one row'),
  'public.round_lock': withRow('round', `${MOST_ROUND_TEAMS} teams`),
  'public.round_change': withRow('round', 'one row for each change by curators'),
  'public.round_draft': { owner: 'round', perOwner: 'one row', removed: 'when the results are published' },
  'public.round_result': withRow('round', `${MOST_ROUND_TEAMS} teams`),
  'public.round_ask': withRow('round', `one row for each of ${MOST_ROUND_TEAMS} teams`),
  'public.round_offer': {
    owner: 'request',
    perOwner: 'one, and one for each time that it lost its place',
    removed: '90 days after the end of the round',
    remove: (sql, now) => removeOfEndedRounds(sql, 'round_offer', daysBefore(now, 90)),
  },
  'public.round_wish': {
    owner: 'team',
    perOwner: `${MOST_WISHES} projects`,
    removed: '90 days after the end of the round',
    remove: (sql, now) => removeOfEndedRounds(sql, 'round_wish', daysBefore(now, 90)),
  },
  'public.round_exchange': {
    owner: 'team',
    perOwner: `one open, which lasts ${EXCHANGE_HOURS} hours`,
    removed: '90 days after the end of the round',
    remove: (sql, now) => removeOfEndedRounds(sql, 'round_exchange', daysBefore(now, 90)),
  },
  'public.round_exchange_move': withRow('exchange', 'one row for each of its teams'),
  'public.assignment': ofCurators('one row for each decision'),
  'public.link': { owner: 'project', perOwner: '30 links', removed: 'by the team' },
  'public.removed_link': {
    owner: 'project',
    perOwner: '100 rows',
    removed: 'after 30 days',
    remove: async (sql, now) =>
      (await removeOld(sql, 'removed_link', 'removed_at', daysBefore(now, 30))) +
      (await removeSurplus(sql, 'removed_link', { owner: 'project_id', newest: 'removed_at', most: 100 })),
  },

  // People
  'public.person': { owner: 'identity provider', perOwner: 'its accounts, and those curators import', removed: 'anonymised by the person' },
  'public.email_change': ofPerson('when it is used, replaced or expired and another one is asked for'),
  'public.avatar': ofPerson('by the person'),
  'public.notification': ofPerson('with the account'),
  'public.person_joining': ofPerson('with the account'),
  'public.person_joining_role': withRow('person', `${MOST_OFFERED_ROLES} roles`),
  'public.person_joining_project': withRow('person', `${MOST_INTERESTS} projects`),
  'public.saved_project': {
    owner: 'person',
    perOwner: `${MOST_SAVED} projects`,
    removed: 'by the person, with the account or the project',
  },
  'public.saved_view': {
    owner: 'person',
    perOwner: `${MOST_OWN_VIEWS} of their own; ${MOST_SHARED_VIEWS} shared ones in all`,
    removed: 'by the person; shared ones by administrators too; own ones with the account',
  },
  'public.project_bulk': {
    owner: 'person',
    perOwner: '100 changes of up to 500 projects',
    removed: 'when it is undone, or after a day',
    remove: async (sql, now) =>
      (await removeOld(sql, 'project_bulk', 'at', daysBefore(now, 1))) +
      (await removeSurplus(sql, 'project_bulk', { owner: 'person_id', newest: 'at', most: 100 })),
  },
  'public.saved_reminder': {
    owner: 'person',
    perOwner: 'one row for each project closing within a month',
    removed: '30 days after the last day to apply, with the account or the project',
    remove: (sql, now) => removeOld(sql, 'saved_reminder', 'closes_on', daysBefore(now, 30)),
  },
  'public.import_mapping': {
    owner: 'person',
    perOwner: '1000 headings of imported files',
    removed: 'after 800 days without use, or with the account',
    remove: async (sql, now) =>
      (await removeOld(sql, 'import_mapping', 'used_at', daysBefore(now, 800))) +
      (await removeSurplus(sql, 'import_mapping', { owner: 'person_id', newest: 'used_at', most: 1000 })),
  },
  'public.import_email': {
    owner: 'import',
    perOwner: 'one row for each import whose emails wait',
    removed: '90 days after they are sent or dropped',
    remove: (sql, now) => removeOld(sql, 'import_email', 'ended_at', daysBefore(now, 90)),
  },
  'auth.identity': { owner: 'person', perOwner: 'one row for each account at a provider', removed: 'with the account' },
  'auth.session': {
    owner: 'person',
    perOwner: '100 sessions: the least recently used ones end',
    removed: '90 days after they end',
    remove: removeOldSessions,
  },
  'auth.code': {
    owner: 'person',
    perOwner: '100 rows; sign-ins are limited per address',
    removed: 'after 25 hours',
    remove: async (sql, now) =>
      (await removeOld(sql, 'auth.code', 'created_at', hoursBefore(now, 25))) +
      (await removeSurplus(sql, 'auth.code', { owner: 'person_id', newest: 'created_at', most: 100 })),
  },
  'auth.used_state': {
    owner: 'address',
    perOwner: 'the sign-ins of an hour, which are limited per address',
    removed: 'after an hour',
    remove: (sql, now) => removeOld(sql, 'auth.used_state', 'at', hoursBefore(now, 1)),
  },
  'auth.signing_key': {
    owner: 'installation',
    perOwner: 'one current, one next, retired ones',
    removed: 'when no token needs it any more',
  },

  // Taking part
  'public.request': {
    owner: 'team',
    perOwner: `5 waiting ones (a setting, up to 20), ${MOST_CHOICES} choices in a round, 100 withdrawn ones, one row for each decision`,
    removed: 'withdrawn ones above the limit, with their files',
    remove: removeSurplusRequests,
  },
  'public.request_transition': withRow('request', 'one row for each step; only curators can repeat steps'),
  'public.file': {
    owner: 'team or project',
    perOwner: '500 MB of a team, 200 MB of a project, removed files included',
    removed: '7 days after removal',
  },
  'public.file_version': withRow('file', '20 versions'),
  'public.cover': { owner: 'project', perOwner: 'one shown; removed ones count for the 200 MB', removed: '7 days after removal' },
  'public.cover_image': withRow('cover', '10 images'),
  'public.question': {
    owner: 'person and project',
    perOwner: '10 a day, 3 unanswered ones of a person on a project; answers are given by curators and the team',
    removed: 'with its project; deleted ones after two days',
    remove: (sql, now) => removeOld(sql, 'question', 'deleted_at', daysBefore(now, 2)),
  },
  'public.note': {
    owner: 'request, team or project',
    perOwner: `${MOST_NOTES} notes; ${NOTES_AN_HOUR} an hour of one person`,
    removed: 'with its object; deleted ones after two days',
    remove: (sql, now) => removeOld(sql, 'note', 'deleted_at', daysBefore(now, 2)),
  },
  'public.note_mention': withRow('note', 'one row for each curator'),
  'public.request_message': withRow('request', `${MOST_MESSAGES} messages`),
  'public.blob': { owner: 'file', perOwner: 'one row for each content', removed: 'with the bytes, an hour after the last row' },
  'public.orphan': { owner: 'file', perOwner: 'one row for each content', removed: 'by the next hourly sweep, or with the bytes' },
  'public.idempotency': {
    owner: 'caller and endpoint',
    perOwner: '200 keys: the oldest ones are forgotten; 200 000 in all',
    removed: 'after two days',
    remove: removeOldKeys,
  },

  // Email
  'public.outbox': {
    owner: 'writer or reader',
    perOwner: 'the rate limits of contact emails and of the calls that notify; 5000 emails in review',
    removed: '90 days after the end; in review for 30 days',
    remove: async (sql, now) => (await cancelOldReviews(sql, now)) + (await removeOldMails(sql, now)),
  },
  'public.mail_attempt': withRow('email', '12 attempts'),
  'public.mail_bounce': {
    owner: 'address of a person',
    perOwner: 'one row',
    removed: '400 days after the last bounce',
    remove: (sql, now) => removeOld(sql, 'mail_bounce', 'last_at', daysBefore(now, 400)),
  },

  'public.application_digest': {
    owner: 'curator',
    perOwner: 'one row a day',
    removed: 'after 30 days',
    remove: (sql, now) => removeOld(sql, 'application_digest', 'day', daysBefore(now, 30)),
  },
  'public.announcement': {
    owner: 'curator',
    perOwner: `${ANNOUNCEMENTS_A_DAY} a day`,
    removed: 'after 400 days',
    remove: (sql, now) => removeOld(sql, 'announcement', 'created_at', daysBefore(now, 400)),
  },
  'public.announcement_recipient': {
    owner: 'announcement',
    perOwner: `${MOST_RECIPIENTS.toLocaleString('en')} people`,
    removed: '14 days after the announcement, when its delivery figures are stored with it',
    remove: removeOldRecipients,
  },

  // Operation
  'public.change': {
    owner: 'writer',
    perOwner: 'the rate limits of calls; a million rows in all, then readers load everything again',
    removed: 'after a day',
    remove: removeOldChanges,
  },
  'public.audit_event': {
    owner: 'person, or network of a guest',
    perOwner: 'refusals 100 a day, sign-ins 500 a day; actions of curators are all recorded',
    removed: 'AUDIT_KEEP_DAYS after it was written, when a sealed file has it; never by default',
  },
  'public.backup': {
    owner: 'installation',
    perOwner: '1000 backups; older rows are removed by the next one',
    removed: 'when there are more',
  },
  'public.audit_anchor': single,
  'public.audit_export': { owner: 'installation', perOwner: 'one row for each file, at most one a day and 20,000 rows', removed: 'never' },
  'public.file_store': single,
  'public.rate_limit': {
    owner: 'address, person or session',
    perOwner: 'one row for each rate limit',
    removed: 'when nothing is spent any more: every minute, and after a day at most',
    remove: (sql) => removeFullLimits(sql),
  },
  'public.rate_limit_secret': single,
  'public.write_probe': { owner: 'database', perOwner: 'one row', removed: 'by the next readiness check' },
  'public.node': {
    owner: 'process',
    perOwner: 'one row',
    removed: 'when the process stops, or a day after it was last seen',
    remove: (sql, now) => removeOld(sql, 'node', 'seen_at', daysBefore(now, 1)),
  },
  'public.leadership': { owner: 'kind of process', perOwner: 'one row', removed: 'never' },
  'public.migration': { owner: 'release', perOwner: 'one row for each migration', removed: 'never' },
}

/** The hourly job. A table that fails does not keep the others from being cleaned up. */
export async function removeOldRows(sql: Sql, now: Date): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  const errors: unknown[] = []
  for (const [table, { remove }] of Object.entries(tableRules))
    try {
      if (remove) removed[table] = await remove(sql, now)
    } catch (error) {
      errors.push(new Error(`rows of ${table} could not be removed`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors, 'old rows could not be removed')
  return removed
}
