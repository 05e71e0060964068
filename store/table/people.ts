import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS } from '#contract/console/view.ts'
import { MOST_INTERESTS, MOST_OFFERED_ROLES } from '#contract/joining.ts'
import { MOST_SAVED } from '#contract/saved.ts'
import { removeOldSessions } from '#store/session/session.ts'
import { daysBefore, hoursBefore, removeOld, removeSurplus } from './old-rows.ts'
import { ofPerson, type TableRule, withRow } from './rule.ts'

export const peopleTables: Record<string, TableRule> = {
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
    why: 'a bulk change can be undone',
  },
  'public.saved_reminder': {
    owner: 'person',
    perOwner: 'one row for each project closing within a month',
    removed: '30 days after the last day to apply, with the account or the project',
    remove: (sql, now) => removeOld(sql, 'saved_reminder', 'closes_on', daysBefore(now, 30)),
    why: 'nobody is reminded twice',
  },
  'public.import_mapping': {
    owner: 'person',
    perOwner: '1000 headings of imported files',
    removed: 'after 800 days without use, or with the account',
    remove: async (sql, now) =>
      (await removeOld(sql, 'import_mapping', 'used_at', daysBefore(now, 800))) +
      (await removeSurplus(sql, 'import_mapping', { owner: 'person_id', newest: 'used_at', most: 1000 })),
    why: 'the next yearly import knows the columns',
  },
  'public.import_email': {
    owner: 'import',
    perOwner: 'one row for each import whose emails wait',
    removed: '90 days after they are sent or dropped',
    remove: (sql, now) => removeOld(sql, 'import_email', 'ended_at', daysBefore(now, 90)),
    why: 'curators see that the emails were sent',
  },
  'auth.identity': { owner: 'person', perOwner: 'one row for each account at a provider', removed: 'with the account' },
  'auth.session': {
    owner: 'person',
    perOwner: '100 sessions: the least recently used ones end',
    removed: '90 days after they end',
    remove: removeOldSessions,
    why: 'people and administrators see ended sessions',
    isSession: true,
  },
  'auth.code': {
    owner: 'person',
    perOwner: '100 rows; sign-ins are limited per address',
    removed: 'after 25 hours',
    remove: async (sql, now) =>
      (await removeOld(sql, 'auth.code', 'created_at', hoursBefore(now, 25))) +
      (await removeSurplus(sql, 'auth.code', { owner: 'person_id', newest: 'created_at', most: 100 })),
    why: 'a second use of a code is recognised',
    isSession: true,
  },
  'auth.used_state': {
    owner: 'address',
    perOwner: 'the sign-ins of an hour, which are limited per address',
    removed: 'after an hour',
    remove: (sql, now) => removeOld(sql, 'auth.used_state', 'at', hoursBefore(now, 1)),
    why: 'a second use of a sign-in is recognised',
    isSession: true,
  },
  'auth.signing_key': {
    owner: 'installation',
    perOwner: 'one current, one next, retired ones',
    removed: 'when no token needs it any more',
  },
}
