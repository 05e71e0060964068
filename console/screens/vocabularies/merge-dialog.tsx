import { useEffect, useRef, useState } from 'preact/hooks'
import { once, useAct } from '#console/parts/act.ts'
import { t } from '#console/texts/index.ts'
import { mergeWord, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/field.tsx'
import { count } from '#ui/format.ts'
import { w } from '#ui/shared-texts.ts'
import { reasonOf } from '#ui/states.tsx'

type Props = { kind: Vocabulary; words: Term[]; word: Term | null; onClose(): void }

/** What would happen, before it happens: it cannot be taken back. */
function Preview({ kind, word, into }: { kind: Vocabulary; word: Term; into: Term }) {
  const names = { name: word.name, into: into.name }
  return (
    <ul class="merge-preview" dir="auto">
      <li>{word.uses === 0 ? t('vocabularies.merge.unused', names) : t('vocabularies.merge.uses', { ...names, count: word.uses })}</li>
      {into.uses > 0 && <li>{t('vocabularies.merge.now', { name: into.name, count: into.uses })}</li>}
      {kind === 'role' && <li>{t('vocabularies.merge.role', names)}</li>}
      {kind === 'platform' && word.aliases.length > 0 && <li>{t('vocabularies.merge.platform', names)}</li>}
      <li>{t('vocabularies.merge.forGood', names)}</li>
    </ul>
  )
}

export function MergeDialog({ kind, words, word, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const { act, isBusy, error, clear } = useAct()
  const sent = useRef(once())
  useEffect(() => {
    setChosen('')
    clear()
  }, [word?.id])
  const into = words.find(({ id }) => String(id) === chosen && id !== word?.id)
  const merge = async () => {
    if (!word || !into) return
    const done = t('vocabularies.merged', { name: word.name, into: into.name })
    const work = () => call(mergeWord, { params: { kind, id: String(word.id) }, body: { into: into.id }, ...sent.current })
    if (await act(work, { isQuiet: true, done })) onClose()
  }
  return (
    <Dialog
      title={word ? t('vocabularies.mergeOf', { name: word.name }) : ''}
      isOpen={word !== null}
      onClose={onClose}
      footer={
        <>
          <Button look="plain" onClick={onClose}>
            {w('cancel')}
          </Button>
          <Button look="danger" disabled={!into} isBusy={isBusy} onClick={() => void merge()}>
            {t('vocabularies.merge')}
          </Button>
        </>
      }
    >
      <Select
        label={t('vocabularies.into')}
        value={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value)
          clear()
          sent.current = once()
        }}
      >
        <option value="">{t('choose')}</option>
        {words
          .filter(({ id }) => id !== word?.id)
          .map(({ id, name, uses }) => (
            <option key={id} value={id}>
              {name} ({count(uses)})
            </option>
          ))}
      </Select>
      <div role="status">{word && into && <Preview kind={kind} word={word} into={into} />}</div>
      {error !== null && (
        <p class="field-fault" role="alert">
          {reasonOf(error).detail}
        </p>
      )}
    </Dialog>
  )
}
