import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { faultsOf } from '#ui/form/field.tsx'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

// A form in a dialog with its own URL, so that the back button closes it. Unsaved changes are discarded only after confirmation.

export type Edit = '1' | 'account'
type Values = Record<string, string>
type Form<T> = { values: T; faults: Partial<Record<string, string>>; type(key: keyof T, value: string): void }
type Props<T extends Values> = {
  edit: Edit
  title: string
  start: T // current values
  fieldOf(values: T): Partial<Record<string, string>> // maps an error code to a field
  onSave(values: T): Promise<void>
  children(form: Form<T>): ComponentChildren
}

type Entry = { isOpened?: true } | null

export function useEditing() {
  const [params] = useSearchParams()
  const [, go] = useLocation()
  return {
    open: params.get('edit'),
    begin: (edit: Edit) => go(`${paths.profile}?edit=${edit}`, { state: { isOpened: true } }),
    // After a deep link there is no history entry to go back to.
    end: () => ((history.state as Entry)?.isOpened ? history.back() : go(paths.profile, { replace: true })),
  }
}

export function EditDialog<T extends Values>({ edit, title, start, fieldOf, onSave, children }: Props<T>) {
  const { open, begin, end } = useEditing()
  const [typed, setTyped] = useState<T | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = open === edit
  const values = typed ?? start
  const isDirty = typed !== null && Object.keys(start).some((key) => typed[key] !== start[key])

  useEffect(() => {
    if (isOpen) return
    if (isDirty) {
      begin(edit) // back button with unsaved changes: reopen
      setIsAsking(true)
    } else {
      setTyped(null)
      setFaults({})
    }
  }, [isOpen])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults])
  useEffect(() => {
    if (isAsking) question.current?.querySelector('button')?.focus()
    else if (isDirty) form.current?.querySelector('input')?.focus()
  }, [isAsking])

  const close = () => {
    if (isAsking) setIsAsking(false)
    else if (isDirty) setIsAsking(true)
    else end()
  }
  const discard = () => {
    setTyped(null)
    setIsAsking(false)
    end()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setFaults({})
    try {
      await onSave(values)
      setTyped(null)
      end()
    } catch (error) {
      const found = faultsOf(error, fieldOf(values))
      setFaults(Object.keys(found).length > 0 ? found : { '': reasonOf(error).detail })
    }
    setIsBusy(false)
  }
  const footer = isAsking ? (
    <div class="stack" role="alert" ref={question}>
      <p>{w('unsaved')}</p>
      <div class="row">
        <Button onClick={() => setIsAsking(false)}>{w('keepEditing')}</Button>
        <Button look="danger" onClick={discard}>
          {w('discard')}
        </Button>
      </div>
    </div>
  ) : (
    <>
      <Button look="plain" onClick={close}>
        {w('cancel')}
      </Button>
      <Button type="submit" form={id} isBusy={isBusy} disabled={!isOnline.value}>
        {t('save')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen || isDirty} onClose={close} footer={footer}>
      <form id={id} ref={form} class="stack" onSubmit={submit}>
        {children({ values, faults, type: (key, value) => setTyped({ ...values, [key]: value }) })}
        {faults[''] && (
          <p class="field-fault" role="alert">
            {faults['']}
          </p>
        )}
        {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      </form>
    </Dialog>
  )
}
