import type { Moment } from '#actions/moment.ts'
import { changeWork } from '#actions/round/waitlist.ts'
import type { AnySql } from '#database/sql.ts'
import { removeMember, touchTeam } from '#store/team/change.ts'
import { type AppliedChange, notifyRemoved } from '#store/team/pending.ts'
import { disbandTeam } from '#store/team/succession.ts'
import { changeMembers } from './members.ts'

/** A removal or a disbanding by a team admin takes effect, with its emails. The team is locked. A trigger deletes what is pending about it. */
export async function applyTeamChange(sql: AnySql, change: AppliedChange & Moment): Promise<void> {
  const { team, member, at, today } = change
  await notifyRemoved(sql, change, at)
  if (member === null) return changeWork(sql, { teams: [team] }, change, () => disbandTeam(sql, team, at))
  await changeMembers(sql, [team], { at, today }, () => removeMember(sql, member))
  await touchTeam(sql, team, at)
}
