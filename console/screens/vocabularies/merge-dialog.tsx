import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { mergeWord, type Term, type Vocabulary } from '#contract/console/vocabulary.ts'
import { useAct } from '#ui/act/act.ts'
import { Confirm } from '#ui/form/confirm.tsx'
import { Select } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { count } from '#ui/time/format.ts'

type Props = { kind: Vocabulary; terms: Term[]; term: Term | null; onClose(): void }

/** The consequences, because merging cannot be undone. */
function Preview({ kind, term, into }: { kind: Vocabulary; term: Term; into: Term }) {
  const names = { name: term.name, into: into.name }
  return (
    <ul class="merge-preview" dir="auto">
      <li>{term.uses === 0 ? t('vocabularies.merge.unused', names) : t('vocabularies.merge.uses', { ...names, count: term.uses })}</li>
      {into.uses > 0 && <li>{t('vocabularies.merge.now', { name: into.name, count: into.uses })}</li>}
      {kind === 'role' && <li>{t('vocabularies.merge.role', names)}</li>}
      {kind === 'platform' && term.aliases.length > 0 && <li>{t('vocabularies.merge.platform', names)}</li>}
      <li>{t('vocabularies.merge.forGood', names)}</li>
    </ul>
  )
}

export function MergeDialog({ kind, terms, term, onClose }: Props) {
  const [chosen, setChosen] = useState('')
  const { act, isBusy, error, clear } = useAct()
  useEffect(() => {
    setChosen('')
    clear()
  }, [term?.id])
  const into = terms.find(({ id }) => String(id) === chosen && id !== term?.id)
  const merge = async () => {
    if (!term || !into) return
    const done = t('vocabularies.merged', { name: term.name, into: into.name })
    const work = () => call(mergeWord, { params: { kind, id: String(term.id) }, body: { into: into.id } })
    if (await act(work, { done })) onClose()
  }
  return (
    <Confirm
      title={term ? t('vocabularies.mergeOf', { name: term.name }) : ''}
      isOpen={term !== null}
      yes={t('vocabularies.merge')}
      isDangerous
      isDisabled={!into}
      {...{ isBusy, error, onClose }}
      onYes={merge}
    >
      <Select
        label={t('vocabularies.into')}
        value={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value)
          clear()
        }}
      >
        <option value="">{t('choose')}</option>
        {terms
          .filter(({ id }) => id !== term?.id)
          .map(({ id, name, uses }) => (
            <option key={id} value={id}>
              {name} ({count(uses)})
            </option>
          ))}
      </Select>
      <div role="status">{term && into && <Preview kind={kind} term={term} into={into} />}</div>
    </Confirm>
  )
}
