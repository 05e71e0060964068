import { t } from '#console/texts.ts'
import { listGroups } from '#contract/console/responsibility.ts'
import { useCall } from '#ui/server/query.ts'
import { ChoiceField } from './choice-field.tsx'

/** Filters people by their group; not shown while nobody has one. */
export function GroupFilter({ value, onChoose }: { value: string; onChoose(group: string): void }) {
  const { answer } = useCall(listGroups, undefined, { isPrivate: true, isSaved: false })
  const names = (answer?.groups ?? []).map(({ name }) => name)
  if (value && !names.includes(value)) names.push(value)
  if (names.length === 0) return null
  return (
    <ChoiceField
      label={t('people.group')}
      any={t('people.group.any')}
      value={value}
      options={names.map((name) => ({ value: name, name }))}
      onChoose={onChoose}
    />
  )
}
