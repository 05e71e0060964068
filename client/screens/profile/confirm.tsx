import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

type Props = { title: string; yes: string; isOpen: boolean; children: ComponentChildren; onClose(): void; onYes(): Promise<void> }

/** Confirmation dialog for an irreversible action; it also shows the server's error. */
export function Confirm({ title, yes, isOpen, children, onClose, onYes }: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const close = () => {
    setRefusal(null)
    onClose()
  }
  const run = async () => {
    setIsBusy(true)
    setRefusal(null)
    try {
      await onYes()
    } catch (error) {
      setRefusal(error)
    }
    setIsBusy(false)
  }
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button look="plain" onClick={close}>
            {w('cancel')}
          </Button>
          <Button look="danger" isBusy={isBusy} disabled={!isOnline.value} onClick={() => void run()}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
      {refusal !== null && (
        <p class="field-fault" role="alert">
          {reasonOf(refusal).title}. {reasonOf(refusal).detail}
        </p>
      )}
    </Dialog>
  )
}
