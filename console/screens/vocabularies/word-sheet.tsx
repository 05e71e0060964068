import { useEffect, useRef, useState } from 'preact/hooks'
import { once, useAct } from '#console/parts/act.ts'
import { t } from '#console/texts/index.ts'
import { createWord, updateWord, type Vocabulary, type Word } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Field, faultsOf, TextArea } from '#ui/field.tsx'
import { KeptSheet } from '#ui/kept-sheet.tsx'
import { reasonOf } from '#ui/states.tsx'

type Draft = { name: string; nameRu: string; description: string; aliases: string; isPublic: boolean }

const draftOf = (word: Word | null): Draft => ({
  name: word?.name ?? '',
  nameRu: word?.nameRu ?? '',
  description: word?.description ?? '',
  aliases: word?.aliases.join('\n') ?? '',
  isPublic: word?.isPublic ?? false,
})

const FORM = 'word-form'

type Props = { kind: Vocabulary; isOpen: boolean; word: Word | null; onClose(): void }

export function WordSheet({ kind, isOpen, word, onClose }: Props) {
  const [draft, setDraft] = useState(draftOf(word))
  const { act, isBusy, error, clear } = useAct()
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(once())
  useEffect(() => {
    setDraft(draftOf(word))
    clear()
    sent.current = once()
  }, [isOpen, word?.id])
  const faults = error ? faultsOf(error) : {}
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])

  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes })
    sent.current = once() // other words are another call
  }
  const save = async () => {
    const { name } = draft
    const body = { ...draft, aliases: draft.aliases.split('\n').filter((line) => line.trim() !== '') }
    const saved = word
      ? await act(() => call(updateWord, { params: { kind, id: String(word.id) }, body }), {
          isQuiet: true,
          done: t('vocabularies.changed', { name }),
        })
      : await act(() => call(createWord, { params: { kind }, body, ...sent.current }), {
          isQuiet: true,
          done: t('vocabularies.added', { name }),
        })
    if (saved) onClose()
  }
  const isReason = kind === 'reason'
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(word))
  const whole = error && Object.keys(faults).every((key) => !(key in draft)) ? (faults[''] ?? reasonOf(error).detail) : ''
  const input = (key: 'name' | 'nameRu' | 'description' | 'aliases') => ({
    value: draft[key],
    fault: faults[key],
    onInput: (event: { currentTarget: { value: string } }) => change({ [key]: event.currentTarget.value }),
  })
  return (
    <KeptSheet
      title={word ? t('vocabularies.edit', { name: word.name }) : t('vocabularies.add')}
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
        <Field label={t(isReason ? 'vocabularies.text' : 'vocabularies.name')} required maxLength={200} dir="auto" {...input('name')} />
        {kind !== 'platform' && (
          <Field
            label={t(isReason ? 'vocabularies.textRu' : 'vocabularies.nameRu')}
            hint={isReason ? undefined : t('vocabularies.nameRu.hint')}
            required={isReason}
            maxLength={200}
            dir="auto"
            {...input('nameRu')}
          />
        )}
        {kind === 'tag' && (
          <TextArea label={t('vocabularies.description')} maxLength={1000} dir="auto" rows={3} {...input('description')} />
        )}
        {kind === 'role' && (
          <TextArea label={t('vocabularies.aliases')} hint={t('vocabularies.aliases.hint')} dir="auto" {...input('aliases')} />
        )}
        {kind === 'platform' && (
          <TextArea label={t('vocabularies.hosts')} hint={t('vocabularies.hosts.hint')} dir="ltr" rows={4} {...input('aliases')} />
        )}
        {kind === 'file-type' && (
          <label class="choice">
            <input type="checkbox" checked={draft.isPublic} onChange={(event) => change({ isPublic: event.currentTarget.checked })} />
            <span>{t('vocabularies.isPublic')}</span>
          </label>
        )}
        {whole && (
          <p class="field-fault" role="alert">
            {whole}
          </p>
        )}
      </form>
    </KeptSheet>
  )
}
