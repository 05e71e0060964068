import type { ErrorCode } from '#contract/errors.ts'
import { JOIN_REQUESTS_A_DAY, MOST_JOIN_REQUESTS } from '#contract/invitation.ts'
import { LEAVE_REQUESTS_A_DAY, TEAMS_A_DAY, type TeamAction } from '#contract/team.ts'
import { whyNotApplyAsTeam } from '#rules/request/request.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'

// What members may do with their team: the rules of contract/team.ts, and of the team in contract/invitation.ts.

type Limits = Pick<DirectorySettings, 'whoFormsTeams' | 'leastTeamSize' | 'mostTeamSize' | 'freeTeamsPerPerson' | 'mostWaiting'>

export type OwnState = {
  isMember: boolean
  isAdministrator: boolean
  isCurator: boolean
  isInvited: boolean
  hasAskedToJoin: boolean
  hasAskedToLeave: boolean
  leaveRequestsOfDay: number
  joinRequestsOfDay: number
  openJoinRequests: number
  freeTeams: number // without a running project
}

/** A living team, and its relation to the caller. */
export type TeamState = {
  isLooking: boolean
  hasAdministrator: boolean // with an open account: curators can form teams without one
  size: number
  project: string | null // that it works on and that is not over
  requestsWaiting: number
  sealedRound: string | null // in whose closed choices it is
  applicationsWaiting: number // of these, outside of ranked rounds, which have their own limit
  isRoundOpen: boolean // a ranked one, for any team
  isDisbanding: boolean
  own: OwnState
}

/** What decides whether anybody can come into a team. */
export type Room = Pick<TeamState, 'size' | 'project' | 'sealedRound' | 'isDisbanding'>

/** Others cannot know that the team exists. */
export const isVisible = ({ isLooking, own }: Pick<TeamState, 'isLooking' | 'own'>): boolean =>
  own.isMember || own.isCurator || isLooking || own.isInvited || own.hasAskedToJoin

const whyNotForm = ({ whoFormsTeams }: Pick<Limits, 'whoFormsTeams'>): ErrorCode | null =>
  whoFormsTeams === 'curators' ? 'teams_by_curators_only' : null

export function whyNotMake(own: { freeTeams: number; teamsOfDay: number }, limits: Limits): ErrorCode | null {
  const why = whyNotForm(limits)
  if (why) return why
  if (own.freeTeams >= limits.freeTeamsPerPerson) return 'too_many_teams'
  return own.teamsOfDay >= TEAMS_A_DAY ? 'too_many_new_teams' : null
}

/** For undoing and handing over, which work in every directory. */
export const whyNotAdminister = ({ own }: Pick<TeamState, 'own'>): ErrorCode | null =>
  own.isAdministrator ? null : 'not_team_administrator'

const whyNotManage = (team: TeamState, limits: Limits): ErrorCode | null => whyNotAdminister(team) ?? whyNotForm(limits)

/** While a team works on a project, or has choices in a round that is closed, only curators change its members. */
function whyFrozen({ project, sealedRound }: Room): ErrorCode | null {
  if (project !== null) return 'team_has_project'
  return sealedRound === null ? null : 'team_in_closed_round'
}

const whyDisbanding = ({ isDisbanding }: Room): ErrorCode | null => (isDisbanding ? 'team_disbanding' : null)

const whyFull = ({ size }: Room, { mostTeamSize }: JoinLimits): ErrorCode | null => (size >= mostTeamSize ? 'team_full' : null)

const whyNotLeave = (team: TeamState): ErrorCode | null => (team.own.isMember ? whyFrozen(team) : 'not_in_team')

function whyNotAskToLeave(team: TeamState): ErrorCode | null {
  const { own } = team
  if (!own.isMember) return 'not_in_team'
  if (whyFrozen(team) === null) return 'team_has_no_project'
  if (own.hasAskedToLeave) return 'already_asked_to_leave'
  return own.leaveRequestsOfDay >= LEAVE_REQUESTS_A_DAY ? 'too_many_leave_requests' : null
}

type JoinLimits = Pick<Limits, 'whoFormsTeams' | 'mostTeamSize' | 'freeTeamsPerPerson'>

/** Why nobody can come into the team now, whoever lets them in. */
export const whyNoRoom = (team: Room, limits: JoinLimits): ErrorCode | null =>
  whyNotForm(limits) ?? whyDisbanding(team) ?? whyFrozen(team) ?? whyFull(team, limits)

/** `freeTeams`: how many teams without a running project the person is in. */
export const whyNotJoin = (team: Room, freeTeams: number, limits: JoinLimits): ErrorCode | null =>
  whyNoRoom(team, limits) ?? (freeTeams >= limits.freeTeamsPerPerson ? 'too_many_teams' : null)

/** For the texts of the errors above. */
export const joinDetails = (team: Room & { name: string }, settings: Pick<Limits, 'mostTeamSize' | 'freeTeamsPerPerson'>) => ({
  team: team.name,
  project: team.project ?? '',
  round: team.sealedRound ?? '',
  most: settings.mostTeamSize,
  limit: settings.freeTeamsPerPerson,
})

/** `isLimitReached`: of open requests, or of those of a day. */
type Asking = Room & {
  takesRequests: boolean
  own: Pick<OwnState, 'isMember' | 'hasAskedToJoin' | 'freeTeams'> & { isLimitReached: boolean }
}

export function whyNotAskToJoin(team: Asking, limits: JoinLimits): ErrorCode | null {
  const { own } = team
  if (own.isMember) return 'already_member'
  if (own.hasAskedToJoin) return 'already_asked_to_join'
  const why = whyNotForm(limits) ?? (team.takesRequests ? null : 'team_not_looking') ?? whyNotJoin(team, own.freeTeams, limits)
  return why ?? (own.isLimitReached ? 'too_many_join_requests' : null)
}

/** Others are not told that the team is being disbanded: it can still be undone. */
const askingOf = ({ isLooking, hasAdministrator, isDisbanding, own, ...room }: TeamState): Asking => ({
  ...room,
  isDisbanding,
  takesRequests: isLooking && hasAdministrator && !isDisbanding,
  own: { ...own, isLimitReached: own.openJoinRequests >= MOST_JOIN_REQUESTS || own.joinRequestsOfDay >= JOIN_REQUESTS_A_DAY },
})

/** For any project: a choice in a round does not count as an application (rules/request/request.ts). */
function whyNotApply(team: TeamState, limits: Limits): ErrorCode | null {
  const why = whyNotAdminister(team)
  if (why) return why
  if (team.project !== null) return 'team_busy'
  const isLimitReached = team.applicationsWaiting >= limits.mostWaiting && !team.isRoundOpen
  return whyNotApplyAsTeam(team, limits) ?? (isLimitReached ? 'too_many_requests' : null)
}

const rules: Record<TeamAction, (team: TeamState, limits: Limits) => ErrorCode | null> = {
  edit: (team, limits) => whyNotManage(team, limits) ?? whyDisbanding(team),
  invite: (team, limits) => whyNotAdminister(team) ?? whyNoRoom(team, limits),
  answer: (team, limits) => whyNotAdminister(team) ?? whyNoRoom(team, limits),
  handOver: (team) => whyNotAdminister(team) ?? whyFrozen(team),
  remove: (team, limits) => whyNotManage(team, limits) ?? whyFrozen(team),
  disband: (team, limits) => whyNotManage(team, limits) ?? whyFrozen(team) ?? (team.requestsWaiting > 0 ? 'team_has_requests' : null),
  leave: whyNotLeave,
  askToLeave: whyNotAskToLeave,
  askToJoin: (team, limits) => whyNotAskToJoin(askingOf(team), limits),
  apply: whyNotApply,
}

/** The error code of an action of the caller; null when it is allowed. */
export const whyNot = (action: TeamAction, team: TeamState, limits: Limits): ErrorCode | null => rules[action](team, limits)

/** A removal or disbanding that is due takes effect if its actor could still decide it. The settings do not matter any more. */
export const isStillAllowed = (
  kind: 'removal' | 'disband',
  team: { isActorAdministrator: boolean; hasProject: boolean; isInSealedRound: boolean; requestsWaiting: number },
): boolean => team.isActorAdministrator && !team.hasProject && !team.isInSealedRound && (kind === 'removal' || team.requestsWaiting === 0)
