import type { Moment } from '#actions/moment.ts'
import { changeWork } from '#actions/round/waitlist.ts'
import type { AnySql } from '#database/sql.ts'
import { nextOfTeam } from '#rules/team/succession.ts'
import {
  disbandTeam,
  listTeamsOf,
  listTeamsToKeep,
  lockTeamsWithAdministrator,
  makeAdministrator,
  withdrawRequests,
} from '#store/team/succession.ts'

// A team is never without an admin. Everything that adds, links or removes members, changes who is admin, or opens or closes accounts is done here.

/** A change of these teams, in the caller's transaction; afterwards each has an admin, or is disbanded. Lock order: team, person. */
export async function changeMembers<T>(sql: AnySql, teams: readonly number[], { at, today }: Moment, change: () => Promise<T>): Promise<T> {
  const administered = await lockTeamsWithAdministrator(sql, teams)
  const result = await change()
  for (const team of await listTeamsToKeep(sql, teams, today)) {
    const next = nextOfTeam({ ...team, hadAdministrator: administered.has(team.id) })
    if (next === 'disband') {
      await withdrawRequests(sql, team.id, at)
      await changeWork(sql, { teams: [team.id] }, { at, today }, () => disbandTeam(sql, team.id, at))
    } else if (next !== null) await makeAdministrator(sql, team.id, next.heir, at)
  }
  return result
}

/** A change of accounts and their memberships. The teams of these people are locked. */
export const changeAccounts = async <T>(sql: AnySql, people: readonly number[], moment: Moment, change: () => Promise<T>): Promise<T> =>
  changeMembers(sql, await listTeamsOf(sql, people), moment, change)
