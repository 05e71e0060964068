import { Link, useSearch } from 'wouter-preact'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { withoutEmpty } from '#console/parts/query-params.ts'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { projectAttentions, projectStates } from '#contract/console/project.ts'
import { statuses } from '#contract/project.ts'
import { listTags } from '#contract/tag.ts'
import { useCall } from '#ui/server/query.ts'
import './schedule.css'

export const filterKeys = ['text', 'state', 'status', 'tag', 'attention'] as const
export type FilterKey = (typeof filterKeys)[number]
type Values = Record<FilterKey, string>

export const noFilters: Values = { text: '', state: '', status: '', tag: '', attention: '' }

/** For the query of the call. */
export const filtersOf = (values: Values): object => withoutEmpty(Object.fromEntries(filterKeys.map((key) => [key, values[key]])))

/** The filters of the list of projects, for the timeline and the calendar. */
export function Filters({ values, set }: { values: Values; set(changes: Partial<Values>): void }) {
  const { answer: tags = [] } = useCall(listTags, undefined, { isSaved: false })
  return (
    <search class="tools schedule-filters">
      <SearchField label={t('projects.search')} value={values.text} onSearch={(text) => set({ text })} />
      <ChoiceField
        label={t('projects.state')}
        any={t('schedule.anyState')}
        value={values.state}
        options={projectStates.map((value) => ({ value, name: t(`state.${value}`) }))}
        onChoose={(state) => set({ state })}
      />
      <ChoiceField
        label={t('projects.status')}
        any={t('projects.anyStatus')}
        value={values.status}
        options={statuses.map((value) => ({ value, name: t(`status.${value}`) }))}
        onChoose={(status) => set({ status })}
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
        onChoose={(attention) => set({ attention })}
      />
    </search>
  )
}

/** Links between the two views; the filters stay. */
export function Views({ current }: { current: 'timeline' | 'calendar' }) {
  const params = new URLSearchParams(useSearch())
  const kept = new URLSearchParams(filterKeys.flatMap((key) => (params.get(key) ? [[key, params.get(key)!]] : []))).toString()
  return (
    <nav class="schedule-views" aria-label={t('schedule.views')}>
      {(['timeline', 'calendar'] as const).map((view) => (
        <Link key={view} class="chip" href={paths[view] + (kept && `?${kept}`)} aria-current={view === current ? 'page' : undefined}>
          {t(`${view}.title`)}
        </Link>
      ))}
    </nav>
  )
}
