import type { ComponentChildren } from 'preact'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { ProjectChoices } from '#console/parts/field/project-choices.tsx'
import { ResponsibleFilter } from '#console/parts/field/responsible-filter.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { StateChips } from '#console/parts/field/state-chips.tsx'
import { t } from '#console/texts.ts'
import { type ProjectState, projectStates } from '#contract/console/project.ts'
import { type ChoiceKey, choiceKeys, choiceWords } from '#contract/project/choices.ts'
import { fieldText } from '#ui/field-texts.ts'

type Key = 'text' | 'state' | 'status' | 'tag' | 'attention' | 'mine' | 'curatorId' | ChoiceKey
type Props = {
  values: Record<Key, string>
  counts: Record<ProjectState, number> | undefined
  set(changes: Partial<Record<Key, string>>): void
  tools: ComponentChildren
}

export function Filters({ values, counts, set, tools }: Props) {
  return (
    <search>
      <div class="tools projects-tools">
        <SearchField label={t('projects.search')} value={values.text} onSearch={(text) => set({ text })} />
        <ProjectChoices
          values={values}
          set={(changes) => set({ ...changes, ...(changes.status ? { state: 'published' } : changes.attention ? { state: '' } : {}) })}
        />
        {choiceKeys.map((key) => (
          <ChoiceField
            key={key}
            label={fieldText(key)}
            any={t('projects.anyOf', { field: fieldText(key) })}
            value={values[key]}
            options={choiceWords(key).map((value) => ({ value, name: fieldText(`${key}.${value}`) }))}
            onChoose={(word) => set({ [key]: word })}
          />
        ))}
        <ResponsibleFilter
          kind="curator"
          mine={values.mine}
          id={values.curatorId}
          onChoose={({ mine, id }) => set({ mine, curatorId: id })}
        />
        {tools}
      </div>
      <StateChips
        label={t('projects.state')}
        value={values.state}
        states={projectStates}
        nameOf={(state) => t(`state.${state}`)}
        counts={counts}
        onChoose={(state) => set({ state, status: '' })}
      />
    </search>
  )
}
