import { useState } from 'preact/hooks'
import { useAct, withIdempotencyKey } from '#console/parts/act.ts'
import { DecisionDialog, type DecisionInput } from '#console/parts/decision-dialog.tsx'
import { t } from '#console/texts/index.ts'
import { declineRequests, type ReviewRequest, undoDecision } from '#contract/console/request.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { list } from '#ui/format.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'

async function undoAll(ids: number[]): Promise<void> {
  try {
    for (const id of ids) await call(undoDecision, { params: { id: String(id) }, ...withIdempotencyKey() })
    tell(t('requests.bulk.undone', { count: ids.length }))
  } catch (error) {
    tell(reasonOf(error).detail)
  }
  await refreshAll()
}

/** Declines the selected applications together. The dialog keeps the selection it was opened with. */
export function Bulk({ chosen, onClear }: { chosen: ReviewRequest[]; onClear(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [dialogRequests, setDialogRequests] = useState<ReviewRequest[]>([])
  const { act, isBusy, error, clear } = useAct()
  const decline = async ({ reason, comment }: DecisionInput) => {
    const teams = new Map(dialogRequests.map(({ id, teamName }) => [id, teamName]))
    const body = { requests: dialogRequests.map(({ id }) => id), reason: reason!, comment }
    const answer = await act(() => call(declineRequests, { body, ...withIdempotencyKey() }), { isQuiet: true })
    if (!answer) return
    setIsOpen(false)
    onClear()
    document.getElementById('column-submitted')?.focus() // the pressed button is gone
    const { declined, skipped } = answer
    const messages = [t('requests.bulk.done', { count: declined.length })]
    if (skipped.length > 0) messages.push(t('requests.bulk.skipped', { teams: list(skipped.map(({ id }) => teams.get(id) ?? String(id))) }))
    const undo = { label: t('requests.undo'), run: () => void undoAll(declined) }
    tell(messages.join(' '), declined.length > 0 ? undo : undefined, 15_000)
  }
  const open = () => {
    setDialogRequests(chosen)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    clear()
  }
  return (
    <>
      {chosen.length > 0 && (
        <div class="board-chosen" role="status">
          <strong>{t('requests.selected', { count: chosen.length })}</strong>
          <Button look="danger" onClick={open}>
            {t('requests.declineSelected')}
          </Button>
          <Button look="plain" onClick={onClear}>
            {t('requests.clear')}
          </Button>
        </div>
      )}
      <DecisionDialog
        decision="decline"
        title={t('requests.bulk.title', { count: dialogRequests.length })}
        isOpen={isOpen}
        isBusy={isBusy}
        error={error}
        onDecide={(input) => void decline(input)}
        onClose={close}
      >
        <p>{t('requests.bulk.text')}</p>
        <p dir="auto">{list(dialogRequests.map(({ teamName }) => teamName))}</p>
      </DecisionDialog>
    </>
  )
}
