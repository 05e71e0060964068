import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type Editable, useForm } from '#ui/form/use-form.ts'
import { isOnline } from '#ui/server/online.ts'

// A form in a dialog with its own URL, so that the back button closes it. Unsaved changes are discarded only after confirmation.

export type Edit = '1' | 'account'
type Values = Record<string, string>
type Form<T> = { values: T; faults: Record<string, string>; type(key: keyof T, value: string): void }
type Props<T extends Values> = {
  edit: Edit
  title: string
  start: T // current values
  fieldOf(values: T, before: T): Record<string, string> // maps an error code to a field
  onSave(values: T): Promise<string> // the toast
  children(form: Form<T>): ComponentChildren
}

type Entry = { isOpened?: true } | null

/** The dialog that the URL names. */
export function useEditDialog() {
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
  const { open, begin, end } = useEditDialog()
  const [asks, setAsks] = useState(0)
  const told = useRef('')
  const editable: Editable<T, T> = {
    formOf: (values) => values!,
    async save(_, typed) {
      told.current = await onSave(typed)
      return typed
    },
  }
  const isOpen = open === edit
  const { form, base, set, isDirty, isBusy, error, revert, save } = useForm(start, editable)
  const faults = faultsOf(error, fieldOf(form, base))
  useEffect(() => {
    if (isOpen) return
    if (isDirty) {
      begin(edit) // back button with unsaved changes: reopen
      setAsks(asks + 1)
    } else revert()
  }, [isOpen])
  return (
    <FormDialog
      title={title}
      isOpen={isOpen || isDirty}
      isDirty={isDirty}
      asks={asks}
      onClose={() => {
        revert()
        end()
      }}
      hasCancel
      submit={t('save')}
      button={{ disabled: !isOnline.value }}
      isBusy={isBusy}
      error={error}
      onSubmit={async () => {
        if (await save(() => told.current)) end()
      }}
    >
      {children({ values: form, faults, type: (key, value) => set({ [key]: value } as Partial<T>) })}
      <ErrorMessage of={faults['']} />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
    </FormDialog>
  )
}
