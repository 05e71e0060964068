import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Pager } from '#console/parts/pager.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { t } from '#console/texts.ts'
import { listConsoleRequests, type ReviewRequest } from '#contract/console/request.ts'
import type { RequestStatus } from '#contract/request.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { RequestCard } from './card.tsx'

export type Filter = { text?: string; project?: string; team?: string; mine?: 'true'; reviewerId?: string }

/** Selected applications; those that have left the column are no longer selected. */
export type Selection = {
  ids: ReadonlySet<number>
  onChange(ids: ReadonlySet<number>): void
  tools(chosen: ReviewRequest[]): ComponentChildren
}

type Props = { status: RequestStatus; filter: Filter; selection?: Selection }

export function Column({ status, filter, selection }: Props) {
  const [page, setPage] = useState(1)
  const filterKey = JSON.stringify(filter)
  useEffect(() => setPage(1), [filterKey])
  const query = { ...filter, status, page: String(page), pageSize: status === 'submitted' ? '50' : '20' }
  const { answer, error, retry } = useCall(listConsoleRequests, { query }, { isPrivate: true, isSaved: false })
  const requests = answer?.requests ?? []
  const select = (id: number, isOn: boolean) => {
    const ids = new Set(selection!.ids)
    if (isOn) ids.add(id)
    else ids.delete(id)
    selection!.onChange(ids)
  }
  const chosen = requests.filter(({ id }) => selection?.ids.has(id))
  const isAll = requests.length > 0 && chosen.length === requests.length
  return (
    <section class="board-column" aria-labelledby={`column-${status}`}>
      <h2 id={`column-${status}`} tabIndex={-1}>
        {t(`requests.column.${status}` as 'requests.column.submitted')} <span class="soft">{answer?.counts[status]}</span>
      </h2>
      {selection && requests.length > 1 && (
        <label class="choice">
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ currentTarget }) => selection.onChange(new Set(currentTarget.checked ? requests.map(({ id }) => id) : []))}
          />
          {t('requests.selectAll')}
        </label>
      )}
      {selection?.tools(chosen)}
      {error ? <PageProblem error={error} onRetry={retry} /> : !answer && <Loading lines={2} isCard />}
      {answer?.total === 0 && (
        <div class="board-none">
          <p>{t(`requests.none.${status}` as 'requests.none.submitted')}</p>
          {status === 'submitted' && filterKey === '{}' && <p class="soft">{t('requests.none.submittedText')}</p>}
        </div>
      )}
      {requests.length > 0 && (
        <ul class="bare board-list">
          {requests.map((request) => (
            <RequestCard
              key={request.id}
              request={request}
              isSelected={selection?.ids.has(request.id)}
              onSelect={selection && ((isOn) => select(request.id, isOn))}
            />
          ))}
        </ul>
      )}
      {answer && <Pager {...answer} onPage={setPage} />}
    </section>
  )
}
