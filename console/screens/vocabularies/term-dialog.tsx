import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { t } from '#console/texts.ts'
import type { Term, Vocabulary } from '#contract/console/vocabulary.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { labelOf, termsOf } from './term-draft.ts'

type Props = { kind: Vocabulary; isOpen: boolean; term: Term | null; onClose(): void }

export function TermDialog({ kind, isOpen, term, onClose }: Props) {
  const editing = useForm(term, termsOf(kind), `${isOpen} ${term?.id}`)
  const { form: draft, isDirty, isBusy, error, faults } = editing
  const save = async () => {
    const done = t(term ? 'vocabularies.changed' : 'vocabularies.added', { name: draft.name })
    if (await editing.save(done)) onClose()
  }
  const isReason = kind === 'reason'
  const input = (key: 'name' | 'nameRu' | 'description' | 'aliases') => ({
    label: labelOf(kind, key),
    value: draft[key],
    fault: faults[key],
    onInput: (event: { currentTarget: { value: string } }) => editing.set({ [key]: event.currentTarget.value }),
  })
  return (
    <FormDialog
      title={term ? t('vocabularies.edit', { name: term.name }) : t(`vocabularies.add.${kind}`)}
      isOpen={isOpen}
      isDirty={isDirty}
      onClose={onClose}
      submit={t('save')}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
    >
      <EditConflict editing={editing} nameOf={(key) => labelOf(kind, key)} />
      <Field
        required
        maxLength={200}
        dir="auto"
        readOnly={term?.isBuiltIn}
        hint={term?.isBuiltIn ? t('vocabularies.builtIn.hint') : isReason || kind === 'platform' ? undefined : t('vocabularies.name.hint')}
        {...input('name')}
      />
      {kind !== 'platform' && (
        <Field hint={isReason ? undefined : t('vocabularies.nameRu.hint')} required maxLength={200} dir="auto" {...input('nameRu')} />
      )}
      {kind === 'tag' && <TextArea maxLength={1000} dir="auto" rows={3} {...input('description')} />}
      {kind === 'role' && <TextArea hint={t('vocabularies.aliases.hint')} dir="auto" {...input('aliases')} />}
      {kind === 'role' && (
        <label class="choice">
          <input type="checkbox" checked={draft.isHidden} onChange={(event) => editing.set({ isHidden: event.currentTarget.checked })} />
          <span>{t('vocabularies.isHidden')}</span>
        </label>
      )}
      {kind === 'platform' && <TextArea hint={t('vocabularies.hosts.hint')} dir="ltr" rows={4} {...input('aliases')} />}
      {kind === 'file-type' && (
        <label class="choice">
          <input type="checkbox" checked={draft.isPublic} onChange={(event) => editing.set({ isPublic: event.currentTarget.checked })} />
          <span>{t('vocabularies.isPublic')}</span>
        </label>
      )}
      <ErrorMessage of={faults['']} />
    </FormDialog>
  )
}
