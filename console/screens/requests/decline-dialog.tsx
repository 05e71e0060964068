import { DecisionDialog, type DecisionInput } from '#console/parts/decision/decision-dialog.tsx'
import { forget, remember } from '#console/parts/decision/last-decision.ts'
import { useEffectText, useUndoMinutes } from '#console/parts/decision/undo-time.ts'
import { t } from '#console/texts.ts'
import { declineRequests, type ReviewRequest, undoDecision } from '#contract/console/request.ts'
import { tellError, useAct } from '#ui/act/act.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { list } from '#ui/time/format.ts'

/** Undoes decisions that were made together. */
export async function undoAll(ids: number[]): Promise<void> {
  try {
    for (const id of ids) await call(undoDecision, { params: { id: String(id) } })
    ids.forEach(forget)
    tell(t('requests.bulk.undone', { count: ids.length }))
  } catch (error) {
    tellError(error)
  }
  await refreshAll()
}

type Props = { requests: ReviewRequest[]; isOpen: boolean; onClose(): void; onDone(): void }

/** Declines several applications for one reason; the toast undoes it. */
export function DeclineDialog({ requests, isOpen, onClose, onDone }: Props) {
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  const effect = useEffectText()
  const mayUndo = useUndoMinutes() !== 0
  const decline = async ({ reason, comment }: DecisionInput) => {
    const teams = new Map(requests.map(({ id, teamName }) => [id, teamName]))
    const body = { requests: requests.map(({ id }) => id), reason: reason!, comment }
    const answer = await act(() => call(declineRequests, { body }))
    if (!answer) return
    onDone()
    remember(answer.declined)
    const { declined, skipped } = answer
    const messages = [t('requests.bulk.done', { count: declined.length })]
    if (skipped.length > 0) messages.push(t('requests.bulk.skipped', { teams: list(skipped.map(({ id }) => teams.get(id) ?? String(id))) }))
    const undo = { label: t('requests.undo'), run: () => void undoAll(declined) }
    tell(messages.join(' '), declined.length > 0 && mayUndo ? undo : undefined, 15_000)
  }
  const close = () => {
    onClose()
    clear()
  }
  return (
    <DecisionDialog
      decision="decline"
      title={t('requests.bulk.title', { count: requests.length })}
      isOpen={isOpen}
      isBusy={isBusy}
      error={error}
      onDecide={(input) => void decline(input)}
      onClose={close}
    >
      <p>
        {t('requests.bulk.text')} {effect}
      </p>
      <p dir="auto">{list(requests.map(({ teamName }) => teamName))}</p>
    </DecisionDialog>
  )
}
