import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { w } from '#ui/shared-texts.ts'

type Props = {
  title: string
  isOpen: boolean
  /** Closing asks before what was typed is discarded. */
  isDirty?: boolean
  /** How often it asks without being closed. */
  asks?: number
  onClose(): void
  children: ComponentChildren
  /** The main button. */
  submit: string
  look?: 'main' | 'danger'
  /** More of the main button: disabled and why. */
  button?: Pick<JSX.IntrinsicElements['button'], 'disabled' | 'title' | 'aria-describedby'>
  isBusy?: boolean
  error?: unknown
  onSubmit(form: HTMLFormElement): unknown
  hasCancel?: boolean
  /** The browser does not check the fields. */
  noValidate?: boolean
  /** Before the other buttons. */
  buttons?: ComponentChildren
}

/** A dialog with a form. */
export function FormDialog(props: Props) {
  const {
    title,
    isOpen,
    isDirty = false,
    asks,
    onClose,
    submit,
    look,
    button,
    isBusy,
    error,
    onSubmit,
    hasCancel,
    noValidate,
    buttons,
    children,
  } = props
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLDivElement>(null)
  const id = useId()
  // Not whenever they change: an effect may come after the next key.
  useEffect(() => {
    if (!isOpen || !isDirty) setIsAsking(false)
  }, [isOpen, isDirty])
  useEffect(() => {
    if (asks) setIsAsking(true)
  }, [asks])
  useEffect(() => question.current?.querySelector('button')?.focus(), [isAsking])
  const keep = () => {
    setIsAsking(false)
    document.getElementById(id)?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }
  const close = () => (isAsking ? keep() : isDirty ? setIsAsking(true) : onClose())
  const footer = isAsking ? (
    <div class="unsaved" role="alert" ref={question}>
      <p>{w('unsaved')}</p>
      <Button onClick={keep}>{w('keepEditing')}</Button>
      <Button look="danger" onClick={onClose}>
        {w('discard')}
      </Button>
    </div>
  ) : (
    <>
      {buttons}
      {hasCancel && (
        <Button look="plain" onClick={close}>
          {w('cancel')}
        </Button>
      )}
      <Button type="submit" form={id} look={look} isBusy={isBusy} {...button}>
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} footer={footer}>
      <Form id={id} {...{ error, noValidate, onSubmit }}>
        {children}
      </Form>
    </Dialog>
  )
}
