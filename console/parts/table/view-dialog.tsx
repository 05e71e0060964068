import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { createView, deleteView, type SavedView, updateView, type ViewList } from '#contract/console/view.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Field, faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'

type Props = { list: ViewList; view: SavedView | null; search: string; onClose(): void }

/** Saves the current filters, order and columns under a name, or changes a saved view. */
export function ViewDialog({ list, view, search, onClose }: Props) {
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setIsShared] = useState(view?.isShared ?? false)
  const [isReplaced, setIsReplaced] = useState(false)
  const { act, isBusy, error } = useAct({ hasText: true })
  const run = async (work: () => Promise<unknown>, done: string) => {
    if ((await act(work, { done })) !== undefined) onClose()
  }
  const save = () => {
    const body = { name, isShared, query: view && !isReplaced ? view.query : search }
    return run(
      () => (view ? call(updateView, { params: { id: String(view.id) }, body }) : call(createView, { body: { list, ...body } })),
      t('views.saved', { name }),
    )
  }
  const remove = () => void run(() => call(deleteView, { params: { id: String(view!.id) } }), t('views.deleted', { name: view!.name }))
  const faults = faultsOf(error, { view_name_taken: 'name', invalid_name: 'name' })
  return (
    <FormDialog
      title={view ? t('views.edit') : t('views.new')}
      isOpen
      onClose={onClose}
      buttons={
        view && (
          <Button look="danger" isBusy={isBusy} onClick={remove}>
            {t('views.delete')}
          </Button>
        )
      }
      hasCancel
      submit={t('views.saveButton')}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
    >
      {!view && <p class="soft">{t('views.newText')}</p>}
      <Field
        label={t('views.name')}
        value={name}
        required
        maxLength={100}
        autofocus
        fault={faults.name ?? faults['']}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <label class="choice">
        <input type="checkbox" checked={isShared} onChange={({ currentTarget }) => setIsShared(currentTarget.checked)} />
        <span>
          {t('views.isShared')}
          <small>{t('views.isSharedText')}</small>
        </span>
      </label>
      {view && (
        <label class="choice">
          <input type="checkbox" checked={isReplaced} onChange={({ currentTarget }) => setIsReplaced(currentTarget.checked)} />
          <span>{t('views.replace')}</span>
        </label>
      )}
    </FormDialog>
  )
}
