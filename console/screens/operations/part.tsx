import type { ComponentChildren } from 'preact'
import { t } from '#console/texts/index.ts'
import type { OperationPart, Operations } from '#contract/console/operations.ts'
import { Icon } from '#ui/icon.tsx'
import { ago, count, moment } from '#ui/time/format.ts'

type Props = {
  name: Section
  title?: string
  problems?: Operations['problems']
  isCard?: boolean
  hint?: string
  children: ComponentChildren
}
type Section = OperationPart | 'refused' | 'configuration'

/** One part of the page; one that could not be read shows why. */
export function Part({ name, title = t(`operations.${name}`), problems = [], isCard, hint, children }: Props) {
  const problem = problems.find(({ part }) => part === name)
  return (
    <section class={isCard ? 'card operations-part' : 'operations-part'} aria-labelledby={`operations-${name}`}>
      <h2 id={`operations-${name}`}>{title}</h2>
      {problem ? (
        <p class="operations-problem" role="alert">
          <Icon name="warning" size={20} />
          <span>
            {t('operations.unread')}{' '}
            <span lang="en" dir="auto">
              {problem.message}
            </span>
          </span>
        </p>
      ) : (
        <>
          {hint && <p class="soft">{hint}</p>}
          {children}
        </>
      )}
    </section>
  )
}

type Column = { name: string; isFigure?: boolean }

// On a phone rows are grids (operations.css). In some browsers an element with another display has no role of a table, so roles are given.

export const Table = ({ label, columns, children }: { label: string; columns: Column[]; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  // biome-ignore lint/a11y/useSemanticElements: not a form; the section around it is the landmark
  <div class="data-table operations-table" role="group" aria-label={label} tabIndex={0}>
    {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
    <table role="table">
      <thead>
        <tr>
          {columns.map(({ name, isFigure }) => (
            <th key={name} scope="col" class={isFigure ? 'figure' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <tbody role="rowgroup">{children}</tbody>
    </table>
  </div>
)

/** A row with its header, which names it. */
export const Row = ({ head, headClass, children }: { head: ComponentChildren; headClass?: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noRedundantRoles: see above
  <tr role="row">
    {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
    <th scope="row" role="rowheader" class={headClass}>
      {head}
    </th>
    {children}
  </tr>
)

export const Cell = ({ label, isFigure, children }: { label: string; isFigure?: boolean; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noRedundantRoles: see above
  <td role="cell" data-label={label} class={isFigure ? 'figure' : undefined}>
    {children}
  </td>
)

export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {ago(at)}
  </time>
)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export function duration(ms: number): string {
  if (ms < SECOND) return t('operations.ms', { count: count(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)) })
  if (ms < 2 * MINUTE) return t('operations.seconds', { count: count(Math.round(ms / SECOND)) })
  return ms < 2 * HOUR
    ? t('operations.minutes', { count: count(Math.round(ms / MINUTE)) })
    : t('operations.hours', { count: count(Math.round(ms / HOUR)) })
}
