import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import { Button } from '#ui/button.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

/** Assigns or declines the selected applications together. A dialog keeps the selection it was opened with. */
export function Bulk({ chosen, onClear }: { chosen: ReviewRequest[]; onClear(): void }) {
  const [dialog, setDialog] = useState<'assign' | 'decline' | null>(null)
  const [dialogRequests, setDialogRequests] = useState<ReviewRequest[]>([])
  const open = (next: 'assign' | 'decline') => () => {
    setDialogRequests(chosen)
    setDialog(next)
  }
  const done = () => {
    setDialog(null)
    onClear()
    document.getElementById('column-submitted')?.focus() // the pressed button is gone
  }
  return (
    <>
      {chosen.length > 0 && (
        <div class="board-chosen" role="status">
          <strong>{t('requests.selected', { count: chosen.length })}</strong>
          <Button look="soft" onClick={open('assign')}>
            {t('requests.assign.selected')}
          </Button>
          <Button look="danger" data-key="d" onClick={open('decline')}>
            {t('requests.declineSelected')}
          </Button>
          <Button look="plain" onClick={onClear}>
            {t('requests.clear')}
          </Button>
        </div>
      )}
      <AssignDialog requests={dialogRequests} isOpen={dialog === 'assign'} onClose={() => setDialog(null)} onDone={done} />
      <DeclineDialog requests={dialogRequests} isOpen={dialog === 'decline'} onClose={() => setDialog(null)} onDone={done} />
    </>
  )
}
