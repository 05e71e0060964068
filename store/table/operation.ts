import { ANNOUNCEMENTS_A_DAY, MOST_RECIPIENTS } from '#contract/console/announcement.ts'
import { removeFullLimits } from '#database/limit-store.ts'
import { removeOldRecipients } from '#store/announcement/announcement.ts'
import { removeOldChanges } from '#store/change.ts'
import { cancelOldReviews, removeOldMails } from '#store/mail/queue.ts'
import { daysBefore, removeOld } from './old-rows.ts'
import { single, type TableRule, withRow } from './rule.ts'

export const operationTables: Record<string, TableRule> = {
  'public.outbox': {
    owner: 'writer or reader',
    perOwner: 'the rate limits of contact emails and of the calls that notify; 5000 emails in review',
    removed: '90 days after the end; in review for 30 days',
    remove: async (sql, now) => (await cancelOldReviews(sql, now)) + (await removeOldMails(sql, now)),
    why: 'questions about the delivery of an email',
  },
  'public.mail_attempt': withRow('email', '12 attempts'),
  'public.mail_bounce': {
    owner: 'address of a person',
    perOwner: 'one row',
    removed: '400 days after the last bounce',
    remove: (sql, now) => removeOld(sql, 'mail_bounce', 'last_at', daysBefore(now, 400)),
    why: 'addresses that do not exist stay blocked',
  },
  'public.application_digest': {
    owner: 'curator',
    perOwner: 'one row a day',
    removed: 'after 30 days',
    remove: (sql, now) => removeOld(sql, 'application_digest', 'day', daysBefore(now, 30)),
    why: 'the daily list is sent once',
  },
  'public.announcement': {
    owner: 'curator',
    perOwner: `${ANNOUNCEMENTS_A_DAY} a day`,
    removed: 'after 400 days',
    remove: (sql, now) => removeOld(sql, 'announcement', 'created_at', daysBefore(now, 400)),
    why: 'curators see what was announced in a year',
  },
  'public.announcement_recipient': {
    owner: 'announcement',
    perOwner: `${MOST_RECIPIENTS.toLocaleString('en')} people`,
    removed: '14 days after the announcement, when its delivery figures are stored with it',
    remove: removeOldRecipients,
    why: 'nobody gets it twice; delivery figures',
  },

  'public.change': {
    owner: 'writer',
    perOwner: 'the rate limits of calls; a million rows in all, then readers load everything again',
    removed: 'after a day',
    remove: removeOldChanges,
    why: 'processes that were away catch up',
    leftOut: 'ids of transactions of this server; after a restore every process loads everything again',
  },
  'public.audit_event': {
    owner: 'person, or network of a guest',
    perOwner: 'refusals 100 a day, sign-ins 500 a day; actions of curators are all recorded',
    removed: 'AUDIT_KEEP_DAYS after it was written, when a sealed file has it; never by default',
    why: 'evidence of who did what',
    setting: 'AUDIT_KEEP_DAYS',
  },
  'public.backup': {
    owner: 'installation',
    perOwner: '1000 backups; older rows are removed by the next one',
    removed: 'when there are more',
    leftOut: 'describes the backups of one installation, and the one that is being made',
  },
  'public.audit_anchor': single,
  'public.audit_export': { owner: 'installation', perOwner: 'one row for each file, at most one a day and 20,000 rows', removed: 'never' },
  'public.file_store': single,
  'public.rate_limit': {
    owner: 'address, person or session',
    perOwner: 'one row for each rate limit',
    removed: 'when nothing is spent any more: every minute, and after a day at most',
    remove: (sql) => removeFullLimits(sql),
    why: 'all processes of a directory count together',
    leftOut: 'unlogged; what callers have spent in the last minutes',
  },
  'public.rate_limit_secret': single,
  'public.write_probe': {
    owner: 'database',
    perOwner: 'one row',
    removed: 'by the next readiness check',
    leftOut: 'unlogged; written by every readiness check',
  },
  'public.node': {
    owner: 'process',
    perOwner: 'one row',
    removed: 'when the process stops, or a day after it was last seen',
    remove: (sql, now) => removeOld(sql, 'node', 'seen_at', daysBefore(now, 1)),
    why: 'administrators see processes that ended without a word',
    leftOut: 'unlogged; the processes that run now',
  },
  'public.leadership': {
    owner: 'kind of process',
    perOwner: 'one row',
    removed: 'never',
    leftOut: 'which process of one installation runs the periodic jobs',
  },
  'public.migration': { owner: 'release', perOwner: 'one row for each migration', removed: 'never' },
}
