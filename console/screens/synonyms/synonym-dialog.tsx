import { useEffect } from 'preact/hooks'
import { EditConflict } from '#console/parts/edit/edit-conflict.tsx'
import { ChipsField } from '#console/parts/field/chips-field.tsx'
import { t } from '#console/texts.ts'
import type { SynonymEntry } from '#contract/console/synonym.ts'
import { synonymKinds } from '#contract/vocabulary/synonym.ts'
import { takenWords } from '#rules/console/synonym.ts'
import { matchKey } from '#rules/project/project.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ProblemError } from '#ui/server/api.ts'
import { bodyOf, type Draft, synonyms } from './synonym-draft.ts'
import { shortTitle } from './titles.ts'

type Props = {
  isOpen: boolean
  entry: SynonymEntry | null
  entries: readonly SynonymEntry[]
  /** Words to add to the entry, not saved yet. */
  added: string[]
  onClose(): void
  onOpen(entry: SynonymEntry, added: string[]): void
}

export function SynonymDialog({ isOpen, entry, entries, added, onClose, onOpen }: Props) {
  const editing = useForm(entry, synonyms, `${isOpen} ${entry?.id}`)
  const { form: draft, isDirty, isBusy, error, faults } = editing
  useEffect(() => {
    if (entry && added.length > 0) editing.set({ words: [...entry.words, ...added] })
  }, [isOpen, entry?.id])
  const save = async () => {
    const name = shortTitle(bodyOf(draft))
    if (await editing.save(t(entry ? 'vocabularies.changed' : 'vocabularies.added', { name }))) onClose()
  }
  const isTaken = error instanceof ProblemError && error.problem.code === 'synonym_taken'
  const taken = isTaken ? takenWords(entries.filter(({ id }) => id !== entry?.id))(bodyOf(draft)) : undefined
  const openOther = (other: SynonymEntry) => {
    const keys = new Set(other.words.map(matchKey))
    onOpen(other, entry ? [] : bodyOf(draft).words.filter((word) => !keys.has(matchKey(word))))
  }
  return (
    <FormDialog
      title={entry ? t('vocabularies.edit', { name: shortTitle(entry) }) : t('synonyms.add')}
      isOpen={isOpen}
      isDirty={isDirty}
      onClose={onClose}
      submit={t('save')}
      isBusy={isBusy}
      error={error}
      onSubmit={save}
    >
      <EditConflict editing={editing} nameOf={labelOf} />
      <Choices
        legend={t('synonyms.kind')}
        name="synonym-kind"
        value={draft.kind}
        options={synonymKinds.map((kind) => ({ value: kind, label: t(`synonyms.kind.${kind}`), hint: t(`synonyms.kind.${kind}.hint`) }))}
        onChoose={(kind) => editing.set({ kind })}
      />
      <ChipsField
        label={t(draft.kind === 'two-way' ? 'synonyms.words' : 'synonyms.searched')}
        hint={t('synonyms.words.hint')}
        fault={faults.words}
        words={draft.words}
        typed={draft.wordsTyped}
        onChange={({ words, typed }) => editing.set({ words, wordsTyped: typed })}
      />
      {taken && (
        <div>
          <Button look="soft" icon={entry ? 'edit' : 'plus'} onClick={() => openOther(taken.other)}>
            {t(entry ? 'synonyms.openOther' : 'synonyms.addToOther')}
          </Button>
        </div>
      )}
      {draft.kind === 'one-way' && (
        <ChipsField
          label={t('synonyms.expandsTo')}
          hint={t('synonyms.expandsTo.hint')}
          fault={faults.expandsTo}
          words={draft.expandsTo}
          typed={draft.expandsToTyped}
          onChange={({ words, typed }) => editing.set({ expandsTo: words, expandsToTyped: typed })}
        />
      )}
      <ErrorMessage of={faults['']} />
    </FormDialog>
  )
}

const labelOf = (key: keyof Draft): string => t(key === 'kind' || key === 'expandsTo' ? `synonyms.${key}` : 'synonyms.words')
