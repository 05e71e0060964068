import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ScheduledProject } from '#contract/console/schedule.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import { readDay } from '#rules/time/day.ts'
import { isDuring, type Span } from '#rules/time/schedule.ts'
import { fieldText } from '#ui/field-texts.ts'
import { count, day, days } from '#ui/time/format.ts'

export type Period = { from: string; to: string }

const inWords = ({ from, to }: Span): string => {
  if (from && to) return days(from, to)
  return from ? t('schedule.fromDay', { day: day(from) }) : t('schedule.untilDay', { day: day(to!) })
}

/** Where a day is, in percent of the period; its end with `after` 1. */
export const percentOf = ({ from, to }: Period, at: number, after = 0): number => {
  const [first, last] = [readDay(from)!, readDay(to)!]
  return Math.min(100, Math.max(0, ((at + after - first) / (last - first + 1)) * 100))
}

function Bar({ span, period, kind }: { span: Span | null; period: Period; kind: 'enrollment' | 'work' }) {
  if (span === null || !isDuring(span, period.from, period.to)) return null
  const start = span.from === null ? 0 : percentOf(period, readDay(span.from)!)
  const end = span.to === null ? 100 : percentOf(period, readDay(span.to)!, 1)
  const isCut = { start: span.from === null || span.from < period.from, end: span.to === null || span.to > period.to }
  const classes = ['timeline-bar', `is-${kind}`, isCut.start && 'is-cut-start', isCut.end && 'is-cut-end'].filter(Boolean).join(' ')
  return (
    <div
      class={classes}
      title={`${t(`schedule.${kind}`)}: ${inWords(span)}`}
      style={{ insetInlineStart: `${start}%`, inlineSize: `${end - start}%` }}
    />
  )
}

function teamsOf({ state, teamLimit, teamsWorking, teamsEnded, requestsWaiting }: ScheduledProject): string {
  const ended = t('schedule.teamsEnded', { count: teamsEnded })
  const isOver = state === 'archived' || state === 'withdrawn' // its places are not offered any more
  if (isOver && teamsWorking === 0) return ended
  const teams =
    teamLimit === null
      ? t('schedule.teams', { count: teamsWorking })
      : t('schedule.teamsOf', { taken: count(teamsWorking), limit: count(teamLimit) })
  return [teams, teamsEnded > 0 && ended, requestsWaiting > 0 && t('schedule.applications', { count: requestsWaiting })]
    .filter(Boolean)
    .join(' · ')
}

/** A project of the timeline: bars on a wide screen, the same in words on a phone and for screen readers. */
export const Row = ({ project, period }: { project: ScheduledProject; period: Period }) => (
  <li class="timeline-row">
    <div class="timeline-head">
      <Link class="timeline-name" href={pathTo('project', { id: project.id })} dir="auto">
        {project.name}
      </Link>
      <small class="soft">
        {project.state !== 'published' && `${t(`state.${project.state}`)} · `}
        {teamsOf(project)}
        {choiceKeys.map((key) => project[key] && ` · ${fieldText(`${key}.${project[key]}`)}`)}
      </small>
      <small class="timeline-words">
        {(['enrollment', 'work'] as const).map(
          (kind) =>
            project[kind] && (
              <span key={kind}>
                <i class={`timeline-key is-${kind}`} aria-hidden="true" />
                {t(`schedule.${kind}`)}: {inWords(project[kind])}
              </span>
            ),
        )}
      </small>
    </div>
    <div class="timeline-track" aria-hidden="true">
      <Bar span={project.enrollment} period={period} kind="enrollment" />
      <Bar span={project.work} period={period} kind="work" />
    </div>
  </li>
)
