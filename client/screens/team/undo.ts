import { undoTeamChange } from '#contract/team.ts'
import { call } from '#ui/api.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'

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
