import { ChoiceOptions } from '#console/parts/field/choice-options.tsx'
import { CuratorChoice } from '#console/parts/field/curator-choice.tsx'
import { t } from '#console/texts.ts'
import type { ProjectChange } from '#contract/console/project-bulk.ts'
import { MOST_SHIFTED_DAYS } from '#contract/console/project-bulk.ts'
import type { PersonName } from '#contract/console/responsibility.ts'
import { type ChoiceKey, isChoiceKey } from '#contract/project/choices.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { fieldText } from '#ui/field-texts.ts'
import { Field, Select } from '#ui/form/field.tsx'
import { useCall } from '#ui/server/query.ts'

export type BulkAction = 'publish' | 'archive' | 'shift' | 'window' | 'tags' | 'curator' | ChoiceKey

/** Publishing and archiving need no values. */
export const fixedChange = (action: BulkAction): ProjectChange | null =>
  action === 'publish' ? { state: 'published' } : action === 'archive' ? { state: 'archived' } : null

type Props = {
  action: BulkAction
  change: ProjectChange
  curator: PersonName | null // of change.curatorId
  onChange(change: ProjectChange, curator?: PersonName | null): void
}

function TagChoice({ legend, chosen, onChange }: { legend: string; chosen: readonly number[]; onChange(tags: number[]): void }) {
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  return (
    <fieldset class="bulk-tags">
      <legend>{legend}</legend>
      {tags.map(({ id, name }) => (
        <label class="chip" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => onChange(chosen.includes(id) ? chosen.filter((tag) => tag !== id) : [...chosen, id])}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

/** The values of one change. An empty window or curator is removed from the projects. */
export function BulkForm({ action, change, curator, onChange }: Props) {
  if (action === 'shift')
    return (
      <Field
        label={t('bulk.days')}
        hint={t('bulk.daysHint')}
        type="number"
        required
        autofocus
        min={-MOST_SHIFTED_DAYS}
        max={MOST_SHIFTED_DAYS}
        value={change.shiftDays ?? ''}
        onInput={({ currentTarget: { value } }) => onChange(value === '' ? {} : { shiftDays: Number(value) })}
      />
    )
  if (isChoiceKey(action))
    return (
      <Select
        label={fieldText(action)}
        autofocus
        value={change[action] ?? ''}
        onChange={({ currentTarget }) => onChange({ [action]: currentTarget.value || null } as ProjectChange)}
      >
        <ChoiceOptions field={action} />
      </Select>
    )
  if (action === 'window') {
    const day = (key: 'enrollmentStart' | 'enrollmentEnd') => (
      <Field
        label={t(`projects.${key}`)}
        hint={t('bulk.windowHint')}
        type="date"
        max="9999-12-31"
        autofocus={key === 'enrollmentStart'}
        value={change[key] ?? ''}
        onInput={({ currentTarget }) => onChange({ ...change, [key]: currentTarget.value || null })}
      />
    )
    return (
      <>
        {day('enrollmentStart')}
        {day('enrollmentEnd')}
      </>
    )
  }
  if (action === 'curator')
    return (
      <>
        <CuratorChoice
          hint={t('bulk.responsibleHint')}
          chosen={curator}
          // The public name follows the person, and can be another one.
          onChoose={(person) => onChange({ curatorId: person?.id ?? null, curator: person?.name ?? null }, person)}
        />
        <Field
          label={t('projects.curator')}
          hint={t('bulk.curatorHint')}
          maxLength={200}
          value={change.curator ?? ''}
          onInput={({ currentTarget }) => onChange({ ...change, curator: currentTarget.value || null }, curator)}
        />
      </>
    )
  const { addTags = [], removeTags = [] } = change
  return (
    <>
      <TagChoice
        legend={t('bulk.addTags')}
        chosen={addTags}
        onChange={(tags) => onChange({ ...change, addTags: tags, removeTags: removeTags.filter((tag) => !tags.includes(tag)) })}
      />
      <TagChoice
        legend={t('bulk.removeTags')}
        chosen={removeTags}
        onChange={(tags) => onChange({ ...change, removeTags: tags, addTags: addTags.filter((tag) => !tags.includes(tag)) })}
      />
    </>
  )
}

/** What the form starts with: an untouched window or curator would be emptied, so both are sent only as they are shown. */
export const startOf = (action: BulkAction): ProjectChange =>
  fixedChange(action) ??
  (isChoiceKey(action) ? { [action]: null } : null) ??
  (action === 'window' ? { enrollmentStart: null, enrollmentEnd: null } : action === 'curator' ? { curatorId: null, curator: null } : {})

export const isComplete = (action: BulkAction, { shiftDays, addTags = [], removeTags = [] }: ProjectChange): boolean =>
  action === 'shift' ? Boolean(shiftDays) : action !== 'tags' || addTags.length + removeTags.length > 0
