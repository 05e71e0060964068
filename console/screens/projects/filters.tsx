import { SearchField } from '#console/parts/search-field.tsx'
import { t } from '#console/texts/index.ts'
import { type ProjectState, projectStates } from '#contract/console/project.ts'
import { statuses } from '#contract/project.ts'
import { listTags } from '#contract/tag.ts'
import { count } from '#ui/format.ts'
import { useCall } from '#ui/query.ts'

type Key = 'text' | 'state' | 'status' | 'tag' | 'sort' | 'page'
type Props = {
  values: Record<Key, string>
  counts: Record<ProjectState, number> | undefined
  set(changes: Partial<Record<Key, string>>): void
}

const sorts = ['changed', 'name', 'start', 'waiting'] as const

export function Filters({ values, counts, set }: Props) {
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
        <select
          aria-label={t('projects.status')}
          value={values.status}
          onChange={(event) => set({ status: event.currentTarget.value, ...(event.currentTarget.value ? { state: 'published' } : {}) })}
        >
          <option value="">{t('projects.anyStatus')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`status.${status}`)}
            </option>
          ))}
        </select>
        <select aria-label={t('projects.tag')} value={values.tag} onChange={(event) => set({ tag: event.currentTarget.value })}>
          <option value="">{t('projects.anyTag')}</option>
          {tags.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={t('projects.sort')}
          value={values.sort || 'changed'}
          onChange={(event) => set({ sort: event.currentTarget.value })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`projects.sort.${sort}`)}
            </option>
          ))}
        </select>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form */}
      <div class="projects-tabs" role="group" aria-label={t('projects.state')}>
        {tab('', t('all'), all)}
        {projectStates.map((state) => tab(state, t(`state.${state}`), counts?.[state]))}
      </div>
    </search>
  )
}
