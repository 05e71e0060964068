import { undoTeamChange } from '#contract/team.ts'
import { tellError } from '#ui/act/act.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'

/** Undoes the removal of a member, or without one the disbanding of the team. */
export async function undo(team: number, done: string, member?: number): Promise<void> {
  const body = member === undefined ? {} : { member }
  await call(undoTeamChange, { params: { id: String(team) }, body }).then(() => void tell(done), tellError)
  await refreshAll()
}
