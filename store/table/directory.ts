import { INVITATIONS_A_DAY, JOIN_REQUESTS_A_DAY, LINKS_A_DAY, MOST_INVITED, MOST_JOIN_REQUESTS, MOST_LINKS } from '#contract/invitation.ts'
import { MOST_DRAFT_ROUNDS, MOST_ROUND_TEAMS } from '#contract/round.ts'
import { EXCHANGE_HOURS, MOST_WISHES } from '#contract/round-after.ts'
import { LEAVE_REQUESTS_A_DAY, TEAMS_A_DAY } from '#contract/team.ts'
import { daysBefore, removeDisbandedTeams, removeOfEndedRounds, removeOld, removeSurplus } from './old-rows.ts'
import { ofCurators, single, type TableRule, withRow } from './rule.ts'

export const directoryTables: Record<string, TableRule> = {
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
    why: 'a disbanded team can be restored; teams with history stay',
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
    why: 'an expired link still explains itself',
  },
  'public.person_invitation': {
    owner: 'team and person',
    perOwner: `${MOST_INVITED} open ones of a team, ${INVITATIONS_A_DAY} a day of a team and of a person`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'person_invitation', 'ended_at', daysBefore(now, 90)),
    why: 'people see what became of it',
  },
  'public.join_request': {
    owner: 'person',
    perOwner: `${MOST_JOIN_REQUESTS} open ones, ${JOIN_REQUESTS_A_DAY} a day`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'join_request', 'ended_at', daysBefore(now, 90)),
    why: 'people see what became of it',
  },
  'public.leave_request': {
    owner: 'member',
    perOwner: `one open; ${LEAVE_REQUESTS_A_DAY} a day`,
    removed: '90 days after its end',
    remove: (sql, now) => removeOld(sql, 'leave_request', 'ended_at', daysBefore(now, 90)),
    why: 'people see what became of it',
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
    why: 'questions about a round that has ended',
  },
  'public.round_wish': {
    owner: 'team',
    perOwner: `${MOST_WISHES} projects`,
    removed: '90 days after the end of the round',
    remove: (sql, now) => removeOfEndedRounds(sql, 'round_wish', daysBefore(now, 90)),
    why: 'questions about a round that has ended',
  },
  'public.round_exchange': {
    owner: 'team',
    perOwner: `one open, which lasts ${EXCHANGE_HOURS} hours`,
    removed: '90 days after the end of the round',
    remove: (sql, now) => removeOfEndedRounds(sql, 'round_exchange', daysBefore(now, 90)),
    why: 'questions about a round that has ended',
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
    why: 'a repeated deletion gets the same answer',
  },
}
