import type { ComponentChildren } from 'preact'
import { useLast } from '#ui/last.ts'
import { errorInstead, Loading } from '#ui/states.tsx'
import { Pager } from './pager.tsx'
import { PageProblem } from './problem.tsx'

type Page = { page: number; pageSize: number; total: number }

type ResultListProps<T extends Page> = {
  found: { answer: T | undefined; error: unknown; retry(): void }
  count: (total: number) => string
  empty: ComponentChildren
  onPage(page: number): void
  children: (list: T) => ComponentChildren
}

/** A page of a list with its states: error, loading, empty, rows with a pager. */
export function ResultList<T extends Page>({ found, count, empty, onPage, children }: ResultListProps<T>) {
  const list = useLast(found.answer)
  const error = errorInstead(found)
  if (error) return <PageProblem error={error} onRetry={found.retry} />
  if (!list) return <Loading lines={6} />
  if (list.total === 0) return <>{empty}</>
  return (
    <>
      <p class="soft count" role="status">
        {count(list.total)}
      </p>
      {children(list)}
      <Pager {...list} onPage={onPage} />
    </>
  )
}
