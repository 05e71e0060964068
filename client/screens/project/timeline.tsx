import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { Icon } from '#ui/icon.tsx'
import { dayOf, directoryToday } from '#ui/time/directory-time.ts'
import { day, days } from '#ui/time/format.ts'
import { type Phase, phasesOf } from './phases.ts'

function datesOf({ name, from, to, state }: Phase): string {
  if (name === 'results') return from === null ? t('timeline.later') : state === 'done' ? day(from) : t('timeline.by', { day: day(from) })
  if (from !== null && to !== null) return from <= to ? days(from, to) : day(to)
  if (from !== null) return name === 'announced' ? day(from) : t('card.from', { day: day(from) })
  return to === null ? t('timeline.unset') : t('card.until', { day: day(to) })
}

/** Announced → enrollment → work → results, with today marked. */
export function Timeline({ project }: { project: Project }) {
  const now = directoryToday()
  const { phases, today } = phasesOf(project, { today: now, published: dayOf(project.publishedAt) })
  return (
    <section class="project-section" aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline.title')}</h2>
      <ol class="bare timeline">
        {phases.map((phase, index) => {
          const isToday = index === today.segment && project.status !== 'completed'
          return (
            <li
              key={phase.name}
              class={`phase phase-${phase.state}`}
              aria-current={phase.state === 'now' ? 'step' : undefined}
              style={{ '--share': index < today.segment ? 1 : isToday ? today.share : 0 }}
            >
              <span class="phase-mark">{phase.state === 'done' && <Icon name="check" size={14} />}</span>
              {isToday && <span class="phase-today" />}
              <div>
                <strong>{t(`timeline.${phase.name}`)}</strong>
                {phase.state === 'done' && <span class="visually-hidden"> ({t('timeline.done')})</span>}
                <span class="soft">{datesOf(phase)}</span>
                {isToday && <span class="phase-note">{t('timeline.today', { day: day(now) })}</span>}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
