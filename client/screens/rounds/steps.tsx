import type { RoundDetail } from '#contract/round.ts'
import { Icon } from '#ui/icon.tsx'
import { deadline, moment } from '#ui/time/format.ts'
import { r } from './texts.ts'

type Step = { key: string; name: string; when: string; isDone: boolean }

/** The dates of a round as a line: announced, opens, closes, results. */
export function Steps({ round }: { round: RoundDetail }) {
  const { state, mode, announcedAt, opensAt, closesAt, publishedAt, endedAt, abandonedAt } = round
  const hasOpened = state !== 'announced'
  const hasClosed = hasOpened && state !== 'open' && (abandonedAt === null || closesAt <= abandonedAt)
  const steps: Step[] = [
    { key: 'announced', name: r('round.step.announced'), when: moment(announcedAt), isDone: true },
    { key: 'opens', name: r('round.step.opens'), when: deadline(opensAt), isDone: hasOpened },
    { key: 'closes', name: r('round.step.closes'), when: deadline(closesAt), isDone: hasClosed },
  ]
  if (mode === 'ranked' && abandonedAt === null) {
    const when = publishedAt === null ? r('round.step.resultsSoon') : moment(publishedAt)
    steps.push({ key: 'results', name: r('round.step.results'), when, isDone: publishedAt !== null })
  }
  if (endedAt !== null)
    steps.push({
      key: 'ended',
      name: r(abandonedAt === null ? 'round.step.ended' : 'round.step.abandoned'),
      when: moment(endedAt),
      isDone: true,
    })
  const current = endedAt === null ? steps.find(({ isDone }) => !isDone)?.key : undefined
  return (
    <ol class="bare round-steps" aria-label={r('round.steps')}>
      {steps.map(({ key, name, when, isDone }) => (
        <li key={key} class={isDone ? 'is-done' : undefined} aria-current={key === current ? 'step' : undefined}>
          <span class="round-dot">{isDone && <Icon name="check" size={14} />}</span>
          <span>
            <strong>{name}</strong>
            <small>{when}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
