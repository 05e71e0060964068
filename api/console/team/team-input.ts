import type { ApiApp } from '#api/app.ts'
import { teamProjectView } from '#api/view/team-view.ts'
import type { ConsoleTeam, NewMember, TeamMember } from '#contract/console/team.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { type MemberAccount, readMemberName, readTeamName, whyNotChangeMembers } from '#rules/team/team.ts'
import { isTeamNameTaken, lockPeopleToAdd, lockTeamNames, type PersonToAdd } from '#store/team/change.ts'
import { findConsoleTeam, lockConsoleTeam, lockMembersTeam, lockProjectAndTeam, type StoredConsoleTeam } from '#store/team/console.ts'

// Shared by the endpoints of teams and members.

export const teamView = (team: StoredConsoleTeam, app: ApiApp): ConsoleTeam => ({
  ...team,
  project: teamProjectView(team.project, app),
  undoMoveUntil: team.undoMoveUntil !== null && Date.parse(team.undoMoveUntil) > app.now().getTime() ? team.undoMoveUntil : null,
})

/** The team after the change. */
export const teamNow = async (sql: AnySql, id: number, app: ApiApp): Promise<ConsoleTeam> =>
  teamView((await findConsoleTeam(sql, id))!, app)

export const noTeam = (id: string): Refusal => new Refusal('team_not_found', { team: id })

/** The project and the team, both locked; refused where the team does not exist. */
export async function lockedForMove(sql: AnySql, slug: string | null, teamId: string) {
  const { project, team } = await lockProjectAndTeam(sql, slug, readId(teamId))
  if (!team) throw noTeam(teamId)
  return { project, team }
}

export async function lockedConsoleTeam(sql: AnySql, given: string): Promise<StoredConsoleTeam> {
  const team = await lockConsoleTeam(sql, readId(given))
  if (!team) throw noTeam(given)
  return team
}

/** The team of a member, locked; refused where the member does not exist. */
export async function lockedTeamOfMember(sql: AnySql, memberId: string) {
  const id = readId(memberId)
  const team = await lockMembersTeam(sql, id)
  if (!team) throw new Refusal('member_not_found', { member: memberId })
  return { id, team }
}

export const memberAccountOf = ({ isAdministrator, isActive, login }: TeamMember): MemberAccount => ({
  isAdministrator,
  isActive,
  hasAccount: login !== null,
})

/** Refused where nobody of the changed team could administer it. */
export function refuseMembers(team: string, before: readonly MemberAccount[], after: readonly MemberAccount[]): void {
  const why = whyNotChangeMembers(before, after)
  if (why) throw new Refusal(why, { team })
}

/** A valid, free team name. Locks team names, so concurrent calls with the same name wait. */
export async function teamNameFrom(sql: AnySql, given: string, exceptId: number | null = null): Promise<string> {
  const name = readTeamName(given)
  if (name === null) throw new Refusal('invalid_name')
  await lockTeamNames(sql)
  if (await isTeamNameTaken(sql, name, exceptId)) throw new Refusal('name_taken', { name })
  return name
}

export function memberNameFrom(given: string | null | undefined): string {
  const name = readMemberName(given ?? '')
  if (name === null) throw new Refusal('invalid_name')
  return name
}

/** Locks the accounts of new members; refused if one does not exist. */
export async function lockPeople(sql: AnySql, given: Pick<NewMember, 'person'>[]): Promise<Map<number, PersonToAdd>> {
  const ids = given.flatMap(({ person }) => person ?? [])
  const people = new Map((ids.length > 0 ? await lockPeopleToAdd(sql, ids) : []).map((one) => [one.id, one]))
  for (const id of ids) if (!people.has(id)) throw new Refusal('person_not_found', { person: id })
  return people
}
