import { t } from '#console/texts.ts'
import { listPeople } from '#contract/console/person.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { ChoiceField } from './choice-field.tsx'

type Props = { kind: 'curator' | 'reviewer'; mine: string; id: string; onChoose(chosen: { mine: string; id: string }): void }

/** Filters a list by who is responsible: everyone, the user, another curator, nobody. */
export function ResponsibleFilter({ kind, mine, id, onChoose }: Props) {
  const query = { access: 'staff', pageSize: '100' } as const
  const { answer } = useCall(listPeople, { query }, { isPrivate: true, isSaved: false })
  const ownId = session.value.state === 'signed-in' ? session.value.userId : null
  const others = (answer?.people ?? []).filter((person) => !person.isDisabled && person.id !== ownId)
  const options = [
    { value: 'mine', name: t('responsible.mine') },
    ...others.map((person) => ({ value: String(person.id), name: person.name })),
    { value: 'none', name: t('responsible.none') },
  ]
  return (
    <ChoiceField
      label={t(`responsible.${kind}`)}
      any={t(`responsible.${kind}.any`)}
      value={mine ? 'mine' : id}
      options={options}
      onChoose={(value) => onChoose(value === 'mine' ? { mine: 'true', id: '' } : { mine: '', id: value })}
    />
  )
}
