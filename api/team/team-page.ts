import { type ApiApp, readerOf } from '#api/app.ts'
import { detailOf } from '#contract/error-text.ts'
import type { Details, ErrorCode } from '#contract/errors.ts'
import { MOST_JOIN_REQUESTS } from '#contract/invitation.ts'
import type { Language } from '#contract/language.ts'
import { LEAVE_REQUESTS_A_DAY, type TeamAction, type TeamPage, teamActions } from '#contract/team.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { withAvatar } from '#rules/person/avatar-address.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import { createFit } from '#rules/team/fit.ts'
import { isVisible, type TeamState, whyNot } from '#rules/team/formation.ts'
import { secondsUntilNext } from '#rules/time/day-limit.ts'
import { findOwnTeam, lockOwnTeam, type StoredOwnTeam } from '#store/team/own.ts'

// Shared by the endpoints of a member's team.

export type PageContext = { app: ApiApp; caller: { id: number; access: 'member' | 'curator' | 'administrator' }; language: Language }

export function stateOf(team: StoredOwnTeam, caller: PageContext['caller']): TeamState {
  const { own } = team
  return {
    isLooking: team.isLooking,
    hasAdministrator: team.members.some(({ isAdministrator, isActive }) => isAdministrator && isActive),
    size: team.members.length,
    project: team.project?.name ?? null,
    requestsWaiting: team.requestsWaiting,
    applicationsWaiting: team.applicationsWaiting,
    isRoundOpen: team.isRoundOpen,
    sealedRound: team.sealedRound,
    isDisbanding: team.disbanding !== null,
    own: {
      ...own,
      isMember: own.member !== null,
      isCurator: isCurator(caller.access),
      isInvited: own.invitation !== null,
      hasAskedToJoin: own.joinRequest !== null,
      hasAskedToLeave: own.leaveRequest !== null,
    },
  }
}

const noTeam = (id: string | number): Refusal => new Refusal('team_not_found', { team: id })

function visibleTeam(team: StoredOwnTeam | undefined, id: string, caller: PageContext['caller']): StoredOwnTeam {
  if (!team || !isVisible(stateOf(team, caller))) throw noTeam(id)
  return team
}

export const visibleTeamOf = async (sql: AnySql, id: string, context: PageContext): Promise<StoredOwnTeam> =>
  visibleTeam(await findOwnTeam(sql, readId(id), readerOf(context)), id, context.caller)

/** Locked until the transaction ends; refused where the caller cannot see it. */
export const lockedTeamOf = async (sql: AnySql, id: string, context: PageContext): Promise<StoredOwnTeam> =>
  visibleTeam(await lockOwnTeam(sql, readId(id), readerOf(context)), id, context.caller)

/** Seconds until the caller may try again, for the limits of a day. */
function secondsOf(code: ErrorCode, { own }: StoredOwnTeam, now: Date): number | null {
  const first = code === 'too_many_leave_requests' ? own.firstLeaveRequest : code === 'too_many_join_requests' ? own.firstJoinRequest : null
  return first === null ? null : secondsUntilNext(new Date(first), now)
}

function detailsOf(code: ErrorCode, team: StoredOwnTeam, app: ApiApp): Details {
  const { settings } = app
  const size = team.members.length
  const limits: Partial<Record<ErrorCode, number>> = {
    too_many_teams: settings.freeTeamsPerPerson,
    too_many_leave_requests: LEAVE_REQUESTS_A_DAY,
    too_many_join_requests: MOST_JOIN_REQUESTS,
    too_many_requests: settings.mostWaiting,
  }
  return {
    team: team.name,
    person: team.members.find(({ id }) => id === team.own.member)?.name ?? '',
    project: team.project?.name ?? '',
    round: team.sealedRound ?? '',
    count: team.requestsWaiting,
    size,
    least: settings.leastTeamSize,
    missing: settings.leastTeamSize - size,
    most: settings.mostTeamSize,
    limit: limits[code] ?? 0,
    hours: Math.ceil((secondsOf(code, team, app.now()) ?? 0) / 3600),
  }
}

/** Throws the refusal with the details of the team. */
export function refuse(code: ErrorCode, team: StoredOwnTeam, app: ApiApp): never {
  const seconds = secondsOf(code, team, app.now())
  throw new Refusal(code, detailsOf(code, team, app), seconds === null ? {} : { headers: { 'retry-after': String(seconds) } })
}

export function refuseUnless(action: TeamAction, team: StoredOwnTeam, { app, caller }: PageContext): void {
  const why = whyNot(action, stateOf(team, caller), app.settings)
  if (why) refuse(why, team, app)
}

export function teamPage(team: StoredOwnTeam, { app, caller, language }: PageContext): TeamPage {
  const state = stateOf(team, caller)
  const { isAdministrator, member, joinRequest, invitation, leaveRequest } = team.own
  const seesMembers = state.own.isMember || state.own.isCurator
  const seesPending = isAdministrator || state.own.isCurator
  const requestView = <T extends { person: { avatar: string | null } }>(one: T): T => ({
    ...one,
    person: withAvatar(one.person, app),
  })
  const actions = teamActions.map((action) => {
    const code = whyNot(action, state, app.settings)
    return [action, { isAllowed: code === null, code, why: code && detailOf(code, language, detailsOf(code, team, app)) }]
  })
  return {
    id: team.id,
    name: team.name,
    description: team.description,
    formedBy: team.formedBy,
    isLooking: team.isLooking,
    wantedRoles: team.wantedRoles,
    missingRoles: createFit(app.catalog.roleTerms()).missing(
      team.wantedRoles,
      team.members.map(({ roles }) => roles),
    ),
    size: state.size,
    mostMembers: app.settings.mostTeamSize,
    project: seesMembers ? team.project : null,
    requestsWaiting: seesMembers ? team.requestsWaiting : 0,
    own: { member, isAdministrator, joinRequest: joinRequest && requestView(joinRequest), invitation, leaveRequest },
    members: seesMembers ? team.members.map((one) => withAvatar(seesPending ? one : { ...one, removal: null }, app)) : [],
    links: isAdministrator ? team.links : [],
    invited: isAdministrator ? team.invited.map((one) => withAvatar(one, app)) : [],
    joinRequests: isAdministrator ? team.joinRequests.map(requestView) : [],
    disbanding: seesPending ? team.disbanding : null,
    actions: Object.fromEntries(actions),
  }
}

/** The page after a change. */
export const teamPageNow = async (sql: AnySql, id: number, context: PageContext): Promise<TeamPage> =>
  teamPage((await findOwnTeam(sql, id, readerOf(context)))!, context)
