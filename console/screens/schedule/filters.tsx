import { Link, useSearch } from 'wouter-preact'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { ProjectChoices } from '#console/parts/field/project-choices.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { withoutEmpty } from '#console/parts/query-params.ts'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { projectStates } from '#contract/console/project.ts'
import './schedule.css'

export const filterKeys = ['text', 'state', 'status', 'tag', 'attention'] as const
export type FilterKey = (typeof filterKeys)[number]
type Values = Record<FilterKey, string>

export const noFilters: Values = { text: '', state: '', status: '', tag: '', attention: '' }

/** For the query of the call. */
export const filtersOf = (values: Values): object => withoutEmpty(Object.fromEntries(filterKeys.map((key) => [key, values[key]])))

/** The filters of the list of projects, for the timeline and the calendar. */
export function Filters({ values, set }: { values: Values; set(changes: Partial<Values>): void }) {
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
      <ProjectChoices values={values} set={set} />
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
