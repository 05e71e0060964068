import { useState } from 'preact/hooks'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { ResponsibleFilter } from '#console/parts/field/responsible-filter.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { useListState } from '#console/parts/table/list-state.ts'
import { ViewsMenu } from '#console/parts/table/views-menu.tsx'
import { useWide } from '#console/parts/wide.ts'
import { t } from '#console/texts.ts'
import { listConsoleRequests, requestSorts } from '#contract/console/request.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Bulk } from './requests/bulk.tsx'
import { Column, type Filter, type Selection } from './requests/column.tsx'
import { ReviewKeys } from './requests/review-keys.tsx'
import { RequestTable, requestColumns } from './requests/table.tsx'
import { Tabs } from './requests/tabs.tsx'
import './requests/requests.css'

const states = ['submitted', 'approved', 'declined', 'closed'] as const
type State = (typeof states)[number]
const requestStatuses = ['submitted', 'approved', 'declined', 'withdrawn', 'superseded'] as const

const Closed = ({ filter }: { filter: Filter }) => (
  <div class="columns columns-2">
    <Column status="withdrawn" filter={filter} />
    <Column status="superseded" filter={filter} />
  </div>
)

/** Options of the project filter: projects with applications to decide, and the chosen one. */
function useProjects(chosen: string): { slug: string; name: string }[] {
  const all = useCall(listConsoleRequests, { query: { status: 'submitted', pageSize: '100' } }, { isPrivate: true, isSaved: false })
  const ofChosen = useCall(
    listConsoleRequests,
    { query: { project: chosen, pageSize: '1' } },
    { isPrivate: true, isSaved: false, isOn: chosen !== '' },
  )
  const found = new Map(
    [...(all.answer?.requests ?? []), ...(ofChosen.answer?.requests ?? [])].map((one) => [one.project, one.projectName]),
  )
  if (chosen && !found.has(chosen)) found.set(chosen, ofChosen.answer?.requests[0]?.projectName ?? chosen)
  return [...found].map(([slug, name]) => ({ slug, name })).sort((a, b) => a.name.localeCompare(b.name))
}

function Board({ filter, state, onState }: { filter: Filter; state: State; onState(state: State): void }) {
  const isWide = useWide()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [isFolded, setIsFolded] = useState(true)
  const selection: Selection = {
    ids,
    onChange: setIds,
    tools: (chosen) => <Bulk chosen={chosen} onClear={() => setIds(new Set())} />,
  }
  const waiting = <Column status="submitted" filter={filter} selection={selection} />
  if (!isWide)
    return (
      <Tabs
        tabs={states.map((value) => ({ value, label: value === 'closed' ? t('requests.closed') : t(`requests.column.${value}`) }))}
        value={state}
        onChoose={onState}
      >
        {state === 'submitted' ? waiting : state === 'closed' ? <Closed filter={filter} /> : <Column status={state} filter={filter} />}
      </Tabs>
    )
  return (
    <>
      <div class="board">
        {waiting}
        <Column status="approved" filter={filter} />
        <Column status="declined" filter={filter} />
      </div>
      <details class="board-fold" onToggle={({ currentTarget }) => setIsFolded(!currentTarget.open)}>
        <summary>{t('requests.closed')}</summary>
        {!isFolded && <Closed filter={filter} />}
      </details>
    </>
  )
}

export function Requests() {
  const { values, set } = useQueryParams(['text', 'project', 'team', 'mine', 'reviewerId', 'state', 'view'])
  const table = useListState('request', requestColumns(), requestSorts, ['text', 'project', 'team', 'mine', 'reviewerId', 'status'], null)
  const isTable = values.view === 'table'
  const { state, view: _, ...filterValues } = values
  const filter = withoutEmpty(filterValues) as Filter
  const isFiltered = Object.keys(filter).length > 0
  const projects = useProjects(values.project)
  const { answer } = useCall(listConsoleRequests, { query: { ...filter, pageSize: '1' } }, { isPrivate: true, isSaved: false })
  const reset = () => set({ text: '', project: '', team: '', mine: '', reviewerId: '' })
  return (
    <>
      <Title>{t('requests.title')}</Title>
      <ReviewKeys />
      <search class="tools">
        <SearchField label={t('requests.search')} value={values.text} onSearch={(text) => set({ text })} />
        <ChoiceField
          label={t('requests.project')}
          any={t('requests.allProjects')}
          value={values.project}
          options={projects.map(({ slug, name }) => ({ value: slug, name }))}
          onChoose={(project) => set({ project })}
        />
        <ResponsibleFilter
          kind="reviewer"
          mine={values.mine}
          id={values.reviewerId}
          onChoose={({ mine, id }) => set({ mine, reviewerId: id })}
        />
        {isTable && (
          <ChoiceField
            label={t('requests.status')}
            any={t('requests.anyStatus')}
            value={table.values.status}
            options={requestStatuses.map((value) => ({ value, name: t(`requests.column.${value}`) }))}
            onChoose={(status) => table.set({ status })}
          />
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form */}
        <span class="row" role="group" aria-label={t('requests.layout')}>
          <button type="button" class="chip" aria-pressed={!isTable} onClick={() => set({ view: '' })}>
            {t('requests.asBoard')}
          </button>
          <button type="button" class="chip" aria-pressed={isTable} onClick={() => set({ view: 'table' })}>
            {t('requests.asTable')}
          </button>
        </span>
        <ViewsMenu list="request" />
        {values.team && (
          <button type="button" class="chip" onClick={() => set({ team: '' })}>
            <bdi>{t('requests.only', { name: answer?.requests[0]?.teamName ?? values.team })}</bdi>
            <Icon name="close" size={18} />
          </button>
        )}
      </search>
      {isTable ? (
        <RequestTable state={table} />
      ) : answer?.total === 0 && isFiltered ? (
        <Empty title={t('requests.none.found')} action={<Button onClick={reset}>{t('requests.reset')}</Button>}>
          {t('requests.none.foundText')}
        </Empty>
      ) : (
        <Board
          key={JSON.stringify(filter)}
          filter={filter}
          state={states.find((one) => one === state) ?? 'submitted'}
          onState={(next) => set({ state: next === 'submitted' ? '' : next })}
        />
      )}
    </>
  )
}
