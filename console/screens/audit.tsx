import { actionName } from '#console/parts/audit-sentence.tsx'
import { ChoiceField } from '#console/parts/field/choice-field.tsx'
import { SearchField } from '#console/parts/field/search-field.tsx'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { t } from '#console/texts.ts'
import { listAudit } from '#contract/console/audit.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Entry } from './audit/entry.tsx'
import { ExportButtons } from './audit/export-buttons.tsx'
import './audit/audit.css'

const noFilters = { text: '', action: '', actor: '', target: '', from: '', to: '' }

export function Audit() {
  const { values, set } = useQueryParams(['text', 'action', 'actor', 'target', 'from', 'to', 'page'])
  const query = withoutEmpty(values)
  const { answer, error, retry } = useCall(listAudit, { query: query as object }, { isPrivate: true, isSaved: false })
  const { page: _, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  const actions = [...new Set([...(answer?.actions ?? []), ...(values.action ? [values.action] : [])])]
  const actorName = answer?.events.find(({ actor }) => String(actor?.id) === values.actor)?.actor?.name ?? values.actor
  return (
    <>
      <Title actions={<ExportButtons filters={filters} />}>{t('audit.title')}</Title>
      <search class="tools">
        <SearchField label={t('search')} value={values.text} onSearch={(text) => set({ text })} />
        <ChoiceField
          label={t('audit.action')}
          any={t('audit.anyAction')}
          value={values.action}
          options={actions.map((action) => ({ value: action, name: actionName(action) })).toSorted((a, b) => a.name.localeCompare(b.name))}
          onChoose={(action) => set({ action })}
        />
        <label class="day">
          {t('audit.from')}{' '}
          <input
            type="date"
            value={values.from}
            max={values.to || undefined}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
        </label>
        <label class="day">
          {t('audit.to')}{' '}
          <input
            type="date"
            value={values.to}
            min={values.from || undefined}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </label>
      </search>
      <div class="row log-filters">
        {values.actor && <FilterChip what={actorName} onDrop={() => set({ actor: '' })} />}
        {values.target && <FilterChip what={values.target} onDrop={() => set({ target: '' })} />}
        {answer && answer.total > 0 && (
          <span class="soft" role="status">
            {t('audit.total', { count: answer.total })}
          </span>
        )}
      </div>
      {error ? <PageProblem error={error} onRetry={retry} /> : !answer ? <Loading lines={8} /> : null}
      {answer?.total === 0 &&
        (isFiltered ? (
          <Empty title={t('audit.empty')} action={<Button onClick={() => set(noFilters)}>{t('audit.reset')}</Button>}>
            {t('audit.empty.text')}
          </Empty>
        ) : (
          <Empty icon="shield" title={t('audit.none')}>
            {t('audit.none.text')}
          </Empty>
        ))}
      {answer && answer.events.length > 0 && (
        <ol class="log">
          {answer.events.map((event) => (
            <Entry key={event.seq} event={event} />
          ))}
        </ol>
      )}
      {answer && answer.total > 0 && <Pager {...answer} onPage={(page) => set({ page: String(page) })} />}
    </>
  )
}

const FilterChip = ({ what, onDrop }: { what: string; onDrop(): void }) => (
  <button type="button" class="chip" aria-pressed="true" onClick={onDrop}>
    {t('audit.only', { what })}
    <Icon name="close" size={16} />
  </button>
)
