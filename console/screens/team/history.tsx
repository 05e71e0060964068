import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { readDay } from '#rules/time/day.ts'
import { Icon } from '#ui/icon.tsx'
import { dayOf, directoryToday } from '#ui/time/directory-time.ts'
import { ago, day, dayAt } from '#ui/time/format.ts'

type Work = ConsoleTeam['history'][number]

const badges = { finished: 'approved', left: 'left', now: 'active', ahead: 'pending', over: 'completed' } as const

/** A team is assigned before its project starts, and may still be after its last day. */
function stateOf({ outcome, dateStart, dateEnd }: Work, today = readDay(directoryToday())!): keyof typeof badges {
  if (outcome !== null) return outcome
  if (dateStart !== null && readDay(dateStart)! > today) return 'ahead'
  return dateEnd !== null && readDay(dateEnd)! < today ? 'over' : 'now'
}

function whenOf(one: Work): string {
  const when = dayAt(one.assignedAt)
  if (one.endedAt) return t('teams.history.until', { from: when, to: dayAt(one.endedAt) })
  const state = stateOf(one)
  if (state === 'ahead') return t('teams.history.ahead', { when, start: day(one.dateStart!) })
  if (state === 'over') return t('teams.history.over', { when, end: day(one.dateEnd!) })
  // Work begins with the project, or with the team when it came later.
  const isLate = one.dateStart !== null && one.dateStart > dayOf(one.assignedAt)
  return t('teams.history.since', { when: isLate ? day(one.dateStart!) : when })
}

export const History = ({ team: { history } }: { team: ConsoleTeam }) =>
  history.length === 0 ? null : (
    <section class="card stack" aria-labelledby="history">
      <h2 id="history">{t('teams.history')}</h2>
      <ul class="bare stack">
        {history.map((one) => (
          <li key={`${one.slug} ${one.assignedAt}`}>
            <p dir="auto">{one.name}</p>
            <p class="soft row">
              <span class={`badge badge-${badges[stateOf(one)]}`}>{t(`teams.outcome.${stateOf(one)}`)}</span>
              <small>{whenOf(one)}</small>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )

export const Requests = ({ team: { requests } }: { team: ConsoleTeam }) => (
  <section class="card stack" aria-labelledby="requests">
    <h2 id="requests">{t('teams.requests')}</h2>
    {requests.length === 0 ? (
      <p class="soft">{t('teams.requests.empty')}</p>
    ) : (
      <ul class="rows">
        {requests.map(({ id, projectName, status, isChoice, createdAt }) => (
          <li key={id}>
            <Link href={pathTo('request', { id })} class="rows-item">
              <span>
                <bdi>{projectName}</bdi>
                <small>
                  <span class={`badge badge-${status}`}>
                    {t(isChoice && status === 'submitted' ? 'teams.request.choice' : (`request.${status}` as 'request.submitted'))}
                  </span>{' '}
                  {ago(createdAt)}
                </small>
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
)
