import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { w } from '#ui/shared-texts.ts'

type Props = { title: string; isOpen: boolean; isDirty: boolean; onClose(): void; children: ComponentChildren; footer: ComponentChildren }

/** A dialog that asks for confirmation before it discards unsaved changes. */
export function FormDialog({ isDirty, onClose, footer, ...rest }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => setIsAsking(false), [rest.isOpen, isDirty])
  const question = (
    <>
      <p class="unsaved-question" role="alert">
        {w('unsaved')}
      </p>
      <Button look="danger" onClick={onClose}>
        {w('discard')}
      </Button>
      <Button onClick={() => setIsAsking(false)}>{w('keepEditing')}</Button>
    </>
  )
  return <Dialog {...rest} onClose={() => (isDirty && !isAsking ? setIsAsking(true) : onClose())} footer={isAsking ? question : footer} />
}
