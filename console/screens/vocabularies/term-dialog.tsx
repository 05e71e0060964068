import { useEffect, useRef } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { useEditing } from '#console/parts/edit/editing.ts'
import { t } from '#console/texts.ts'
import type { Term, Vocabulary } from '#contract/console/vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { reasonOf } from '#ui/states.tsx'
import { labelOf, termsOf } from './term-draft.ts'

const FORM = 'term-form'

type Props = { kind: Vocabulary; isOpen: boolean; term: Term | null; onClose(): void }

export function TermDialog({ kind, isOpen, term, onClose }: Props) {
  const editing = useEditing(term, termsOf(kind))
  const { form: draft, isDirty, isBusy, error, faults } = editing
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => editing.takeTheirs(), [isOpen, term?.id])
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  const save = async () => {
    const done = t(term ? 'vocabularies.changed' : 'vocabularies.added', { name: draft.name })
    if (await editing.save(done)) onClose()
  }
  const isReason = kind === 'reason'
  const whole = error && Object.keys(faults).every((key) => !(key in draft)) ? (faults[''] ?? reasonOf(error).detail) : ''
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
      footer={
        <Button type="submit" form={FORM} isBusy={isBusy}>
          {t('save')}
        </Button>
      }
    >
      <form
        id={FORM}
        ref={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        <EditConflict editing={editing} nameOf={(key) => labelOf(kind, key)} />
        <Field
          required
          maxLength={200}
          dir="auto"
          readOnly={term?.isBuiltIn}
          hint={
            term?.isBuiltIn ? t('vocabularies.builtIn.hint') : isReason || kind === 'platform' ? undefined : t('vocabularies.name.hint')
          }
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
        {whole && (
          <p class="field-fault" role="alert">
            {whole}
          </p>
        )}
      </form>
    </FormDialog>
  )
}
