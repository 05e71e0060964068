import type { ComponentChildren } from 'preact'
import { t } from '#console/texts.ts'
import type { OperationPart, Operations } from '#contract/console/operations.ts'
import { Icon } from '#ui/icon.tsx'
import { count } from '#ui/time/format.ts'

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
