import { changeMembers } from '#actions/team/members.ts'
import { type ApiApp, momentOf, readerOf } from '#api/app.ts'
import type { Details, ErrorCode } from '#contract/errors.ts'
import type { JoinRequest } from '#contract/team.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { readId } from '#rules/id.ts'
import { withAvatar } from '#rules/person/avatar-address.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import { createFit } from '#rules/team/fit.ts'
import { joinDetails, whyNotJoin } from '#rules/team/formation.ts'
import { writeDay } from '#rules/time/day.ts'
import { insertJoined, lockPersonToJoin, lockTeamToJoin, type PersonToJoin, type TeamToJoin } from '#store/team/join.ts'

// Shared by the endpoints of invitations and requests to join.

type Context = Parameters<typeof readerOf>[0] & { caller: Pick<Caller, 'access'> }

/** The team, locked; a team that the caller may not know of is not found. */
export async function lockVisibleTeam(sql: AnySql, id: string, context: Context): Promise<TeamToJoin> {
  const team = await lockTeamToJoin(sql, readId(id), readerOf(context))
  if (!team || !(team.isVisible || isCurator(context.caller.access))) throw new Refusal('team_not_found', { team: id })
  return team
}

/** The same, for team administrators only. */
export async function lockAsAdministrator(sql: AnySql, id: string, context: Context): Promise<TeamToJoin> {
  const team = await lockVisibleTeam(sql, id, context)
  if (!team.isAdministrator) throw new Refusal('not_team_administrator', { team: team.name })
  return team
}

export const joinRefusal = (why: ErrorCode, team: TeamToJoin, app: ApiApp, more: Details = {}): Refusal =>
  new Refusal(why, { ...joinDetails(team, app.settings), ...more })

type JoiningPerson = { id: number; isCaller: boolean; at: Date }

/** The person, locked after the team; refused when they cannot join it now. */
export async function personWhoMayJoin(
  sql: AnySql,
  app: ApiApp,
  team: TeamToJoin,
  { id, isCaller, at }: JoiningPerson,
): Promise<PersonToJoin> {
  const person = await lockPersonToJoin(sql, id, writeDay(app.calendar(at)))
  if (!person.isActive) throw new Refusal('join_request_over') // only a request can be older than the end of an account
  const why = whyNotJoin(team, person.freeTeams, app.settings)
  if (why === 'too_many_teams' && !isCaller)
    throw new Refusal('person_has_team', { name: person.name, limit: app.settings.freeTeamsPerPerson })
  if (why) throw joinRefusal(why, team, app)
  return person
}

/** Returns the id of the member. `by`: who has let the person in. */
export const join = (
  sql: AnySql,
  app: ApiApp,
  team: TeamToJoin,
  person: PersonToJoin,
  { by, at }: { by: number; at: Date },
): Promise<number> => changeMembers(sql, [team.id], momentOf(app, at), () => insertJoined(sql, team, person, by, at))

/** A limit of a day or of open ones. */
export const tooMany = (code: ErrorCode, { limit, seconds }: { limit: number; seconds: number }): Refusal =>
  new Refusal(code, { limit, hours: Math.ceil(seconds / 3600) }, { headers: { 'retry-after': String(seconds) } })

export const missingRolesOf = (app: ApiApp, team: { wantedRoles: WantedRole[]; memberRoles: string[][] }): WantedRole[] =>
  createFit(app.catalog.roleTerms()).missing(team.wantedRoles, team.memberRoles)

export const joinRequestView = (request: JoinRequest, app: ApiApp): JoinRequest => ({ ...request, person: withAvatar(request.person, app) })
