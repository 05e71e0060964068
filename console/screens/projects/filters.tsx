import type { ComponentChildren } from 'preact'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { ResponsibleFilter } from '#console/parts/field/responsible-filter.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { t } from '#console/texts.ts'
import { type ProjectState, projectAttentions, projectStates } from '#contract/console/project.ts'
import { statuses } from '#contract/project.ts'
import { listTags } from '#contract/tag.ts'
import { useCall } from '#ui/server/query.ts'
import { count } from '#ui/time/format.ts'

type Key = 'text' | 'state' | 'status' | 'tag' | 'attention' | 'mine' | 'curatorId'
type Props = {
  values: Record<Key, string>
  counts: Record<ProjectState, number> | undefined
  set(changes: Partial<Record<Key, string>>): void
  tools: ComponentChildren
}

export function Filters({ values, counts, set, tools }: Props) {
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  const all = counts && Object.values(counts).reduce((sum, number) => sum + number, 0)
  const tab = (state: ProjectState | '', label: string, number: number | undefined) => (
    <button key={state} type="button" class="chip" aria-pressed={values.state === state} onClick={() => set({ state, status: '' })}>
      {label} {number !== undefined && <span class="projects-count">{count(number)}</span>}
    </button>
  )
  return (
    <search>
      <div class="tools projects-tools">
        <SearchField label={t('projects.search')} value={values.text} onSearch={(text) => set({ text })} />
        <ChoiceField
          label={t('projects.status')}
          any={t('projects.anyStatus')}
          value={values.status}
          options={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
          onChoose={(status) => set({ status, ...(status ? { state: 'published' } : {}) })}
        />
        <ChoiceField
          label={t('projects.tag')}
          any={t('projects.anyTag')}
          value={values.tag}
          options={tags.map(({ id, name }) => ({ value: String(id), name }))}
          onChoose={(tag) => set({ tag })}
        />
        <ChoiceField
          label={t('attention.filter')}
          any={t('attention.filter.any')}
          value={values.attention}
          options={projectAttentions.map((value) => ({ value, name: t(`attention.filter.${value}`) }))}
          onChoose={(attention) => set({ attention, ...(attention ? { state: '' } : {}) })}
        />
        <ResponsibleFilter
          kind="curator"
          mine={values.mine}
          id={values.curatorId}
          onChoose={({ mine, id }) => set({ mine, curatorId: id })}
        />
        {tools}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form */}
      <div class="projects-tabs" role="group" aria-label={t('projects.state')}>
        {tab('', t('all'), all)}
        {projectStates.map((state) => tab(state, t(`state.${state}`), counts?.[state]))}
      </div>
    </search>
  )
}
