import { useState } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import { Button } from '#ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

/** Declines the selected applications together. The dialog keeps the selection it was opened with. */
export function Bulk({ chosen, onClear }: { chosen: ReviewRequest[]; onClear(): void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [dialogRequests, setDialogRequests] = useState<ReviewRequest[]>([])
  const open = () => {
    setDialogRequests(chosen)
    setIsOpen(true)
  }
  const done = () => {
    setIsOpen(false)
    onClear()
    document.getElementById('column-submitted')?.focus() // the pressed button is gone
  }
  return (
    <>
      {chosen.length > 0 && (
        <div class="board-chosen" role="status">
          <strong>{t('requests.selected', { count: chosen.length })}</strong>
          <Button look="danger" data-key="d" onClick={open}>
            {t('requests.declineSelected')}
          </Button>
          <Button look="plain" onClick={onClear}>
            {t('requests.clear')}
          </Button>
        </div>
      )}
      <DeclineDialog requests={dialogRequests} isOpen={isOpen} onClose={() => setIsOpen(false)} onDone={done} />
    </>
  )
}
