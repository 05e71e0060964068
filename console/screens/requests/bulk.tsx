import { useState } from 'preact/hooks'
import { once, useAct } from '#console/parts/act.ts'
import { DecisionDialog, type Said } from '#console/parts/decision-dialog.tsx'
import { t } from '#console/texts/index.ts'
import { declineRequests, type ReviewRequest, undoDecision } from '#contract/console/request.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { list } from '#ui/format.ts'
import { refreshAll } from '#ui/query.ts'
import { reasonOf } from '#ui/states.tsx'
import { tell } from '#ui/toast.tsx'

async function takeAllBack(ids: number[]): Promise<void> {
  try {
    for (const id of ids) await call(undoDecision, { params: { id: String(id) }, ...once() })
    tell(t('requests.bulk.undone', { count: ids.length }))
  } catch (error) {
    tell(reasonOf(error).detail)
  }
  await refreshAll()
}

/** What can be done with the selected ones: declining them together. Whatever happens meanwhile, the open sheet is about those it was opened for. */
export function Bulk({ chosen, onClear }: { chosen: ReviewRequest[]; onClear(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [meant, setMeant] = useState<ReviewRequest[]>([])
  const { act, isBusy, error, clear } = useAct()
  const decline = async ({ reason, comment }: Said) => {
    const teams = new Map(meant.map(({ id, teamName }) => [id, teamName]))
    const body = { requests: meant.map(({ id }) => id), reason: reason!, comment }
    const answer = await act(() => call(declineRequests, { body, ...once() }), { isQuiet: true })
    if (!answer) return
    setIsOpen(false)
    onClear()
    document.getElementById('column-submitted')?.focus() // what was pressed is gone
    const { declined, skipped } = answer
    const told = [t('requests.bulk.done', { count: declined.length })]
    if (skipped.length > 0) told.push(t('requests.bulk.skipped', { teams: list(skipped.map(({ id }) => teams.get(id) ?? String(id))) }))
    const undo = { label: t('requests.undo'), run: () => void takeAllBack(declined) }
    tell(told.join(' '), declined.length > 0 ? undo : undefined, 15_000)
  }
  const open = () => {
    setMeant(chosen)
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
        title={t('requests.bulk.title', { count: meant.length })}
        isOpen={isOpen}
        isBusy={isBusy}
        error={error}
        onDecide={(said) => void decline(said)}
        onClose={close}
      >
        <p>{t('requests.bulk.text')}</p>
        <p dir="auto">{list(meant.map(({ teamName }) => teamName))}</p>
      </DecisionDialog>
    </>
  )
}
