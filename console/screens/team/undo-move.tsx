import { useAct } from '#console/parts/act.ts'
import { useNow } from '#console/parts/now.ts'
import { t } from '#console/texts.ts'
import { type ConsoleTeam, undoMove } from '#contract/console/team.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { deadline } from '#ui/time/format.ts'

/** Undoes the last move of the team while that is possible. */
export function UndoMove({ team: { id, name, undoMoveUntil } }: { team: ConsoleTeam }) {
  const { act, isBusy } = useAct()
  const now = useNow(1000, undoMoveUntil !== null)
  if (undoMoveUntil === null || Date.parse(undoMoveUntil) <= now) return null
  const undo = () => act(() => call(undoMove, { params: { id: String(id) } }), { done: t('teams.move.undone', { team: name }) })
  return (
    <div class="row">
      <span class="soft">{t('teams.move.undoUntil', { time: deadline(undoMoveUntil) })}</span>
      <Button look="soft" isBusy={isBusy} onClick={() => void undo()}>
        {t('teams.move.undo')}
      </Button>
    </div>
  )
}
