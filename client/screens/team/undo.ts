import { undoTeamChange } from '#contract/team.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

/** Undoes the removal of a member, or without one the disbanding of the team. */
export async function undo(team: number, done: string, member?: number): Promise<void> {
  try {
    await call(undoTeamChange, { params: { id: String(team) }, body: member === undefined ? {} : { member } })
    tell(done)
  } catch (error) {
    tell(reasonOf(error).detail)
  }
  await refreshAll()
}
