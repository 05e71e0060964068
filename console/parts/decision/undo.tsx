import { t } from '#console/texts.ts'
import { type ReviewRequest, undoDecision } from '#contract/console/request.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { forget } from './last-decision.ts'

/** Undoes a decision. */
export function UndoButton({ request }: { request: Pick<ReviewRequest, 'id' | 'teamName'> }) {
  const { act, isBusy } = useAct({ isToast: true })
  const undo = async () => {
    forget(request.id)
    await act(() => call(undoDecision, { params: { id: String(request.id) } }), { done: t('requests.undone') })
  }
  return (
    <Button look="soft" isBusy={isBusy} onClick={() => void undo()} aria-label={t('requests.undo.of', { team: request.teamName })}>
      {t('requests.undo')}
    </Button>
  )
}
