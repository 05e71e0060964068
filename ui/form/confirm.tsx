import type { ComponentChildren } from 'preact'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { w } from '#ui/shared-texts.ts'

type Props = {
  title: string
  isOpen: boolean
  isBusy?: boolean
  /** Of the last attempt; the dialog stays open for another one. */
  error?: unknown
  yes: string
  isDangerous?: boolean
  isDisabled?: boolean
  onYes(): unknown
  onClose(): void
  children?: ComponentChildren
}

/** Asks before something that is hard to undo. */
export const Confirm = ({ title, isOpen, isBusy, error, yes, isDangerous, isDisabled, onYes, onClose, children }: Props) => (
  <Dialog
    title={title}
    isOpen={isOpen}
    onClose={onClose}
    footer={
      <>
        <Button look="plain" onClick={onClose}>
          {w('cancel')}
        </Button>
        <Button look={isDangerous ? 'danger' : 'main'} isBusy={isBusy} disabled={isDisabled} onClick={() => void onYes()}>
          {yes}
        </Button>
      </>
    }
  >
    {children}
    <ErrorMessage of={error} />
  </Dialog>
)
