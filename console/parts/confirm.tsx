import type { ComponentChildren } from 'preact'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { w } from '#ui/shared-texts.ts'

type Props = {
  title: string
  isOpen: boolean
  isBusy?: boolean
  yes: string
  isDangerous?: boolean
  onYes(): void
  onClose(): void
  children?: ComponentChildren
}

/** Asks before an action that is hard to undo. */
export const Confirm = ({ title, isOpen, isBusy, yes, isDangerous, onYes, onClose, children }: Props) => (
  <Dialog
    title={title}
    isOpen={isOpen}
    onClose={onClose}
    footer={
      <>
        <Button look="plain" onClick={onClose}>
          {w('cancel')}
        </Button>
        <Button look={isDangerous ? 'danger' : 'main'} isBusy={isBusy} onClick={onYes}>
          {yes}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
