import { readerOf } from '#api/app.ts'
import { TEAMS_A_DAY } from '#contract/team.ts'
import { MOST_WANTED, type WantedRoleDraft } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotMake } from '#rules/team/formation.ts'
import { quoted, rolesNamed } from '#rules/team/member.ts'
import { readTeamName } from '#rules/team/team.ts'
import { type FoundWantedRole, wantedRoleReader } from '#rules/team/wanted-role.ts'
import { secondsUntilNext } from '#rules/time/day-limit.ts'
import { isTeamNameTaken, lockTeamNames } from '#store/team/change.ts'
import { lockJoiner } from '#store/team/lock.ts'
import { countOwnTeams } from '#store/team/own.ts'
import { listVocabularies } from '#store/vocabulary/vocabulary.ts'
import type { PageContext } from './team-page.ts'

// Texts of a team from its members.

/** Locks team names and the caller, and counts the teams of the caller. */
export async function lockMaker(sql: AnySql, context: Pick<PageContext, 'app' | 'caller'>): Promise<void> {
  const reader = readerOf(context)
  await lockTeamNames(sql)
  await lockJoiner(sql, reader.personId)
  const { firstOfDay, ...made } = await countOwnTeams(sql, reader)
  const { settings } = context.app
  const why = whyNotMake(made, settings)
  if (why === 'too_many_new_teams') {
    const seconds = secondsUntilNext(firstOfDay ?? reader.now, reader.now)
    throw new Refusal(why, { limit: TEAMS_A_DAY, hours: Math.ceil(seconds / 3600) }, { headers: { 'retry-after': String(seconds) } })
  }
  if (why) throw new Refusal(why, { limit: settings.freeTeamsPerPerson })
}

/** A valid, free name. Team names are locked. */
export async function ownTeamNameFrom(sql: AnySql, given: string, exceptId: number | null = null): Promise<string> {
  const name = readTeamName(given)
  if (name === null) throw new Refusal('invalid_name')
  if (await isTeamNameTaken(sql, name, exceptId)) throw new Refusal('team_name_taken', { name })
  return name
}

/** Resolves role names and aliases; each list keeps its order. */
export async function resolveRoles(sql: AnySql, lists: string[][]): Promise<{ ids: number[]; names: string[] }[]> {
  if (lists.every((names) => names.length === 0)) return lists.map(() => ({ ids: [], names: [] }))
  const { roles } = await listVocabularies(sql)
  const resolved = lists.map((names) => rolesNamed(names, roles))
  const unknown = [...new Set(resolved.flatMap((one) => one.unknown))]
  if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
  return resolved.map(({ found }) => ({ ids: found.map(({ id }) => id), names: found.map(({ name }) => name) }))
}

/** The wanted roles of a team, by any of their names; refused where one is unknown, or more people of it are wanted than possible. */
export async function wantedRolesFrom(sql: AnySql, given: readonly WantedRoleDraft[]): Promise<FoundWantedRole[]> {
  if (given.length === 0) return []
  const { wanted, unknown, isOver } = wantedRoleReader((await listVocabularies(sql)).roles)(given)
  if (unknown.length > 0) throw new Refusal('unknown_role', { roles: quoted(unknown) })
  if (isOver) throw new Refusal('too_many_wanted', { limit: MOST_WANTED })
  return wanted
}
