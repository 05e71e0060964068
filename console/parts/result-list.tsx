import type { ComponentChildren } from 'preact'
import { useLast } from '#ui/last.ts'
import { Loading } from '#ui/states.tsx'
import { Pager } from './pager.tsx'
import { PageProblem } from './problem.tsx'

type Page = { page: number; pageSize: number; total: number }

type FoundProps<T extends Page> = {
  found: { answer: T | undefined; error: unknown; retry(): void }
  count: (total: number) => string
  empty: ComponentChildren // what is said when there is nothing
  onPage(page: number): void
  children: (shown: T) => ComponentChildren
}

/** A page of a list: what went wrong, what is coming, what there is, or that there is nothing. */
export function ResultList<T extends Page>({ found: { answer, error, retry }, count, empty, onPage, children }: FoundProps<T>) {
  const shown = useLast(answer)
  if (error) return <PageProblem error={error} onRetry={retry} />
  if (!shown) return <Loading lines={6} />
  if (shown.total === 0) return <>{empty}</>
  return (
    <>
      <p class="soft count" role="status">
        {count(shown.total)}
      </p>
      {children(shown)}
      <Pager {...shown} onPage={onPage} />
    </>
  )
}

type TableProps = { label: string; columns: readonly { name: string; isFigure?: boolean }[]; children: ComponentChildren[] }

/** Scrolls inside its frame where it is too wide; without rows there is no table. */
export const Table = ({ label, columns, children }: TableProps) =>
  children.length === 0 ? null : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="sheet-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" class={isFigure ? 'figure' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
