import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ConsoleTeam } from '#contract/console/team.ts'
import { ago, dayAt } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'

export const History = ({ team: { history } }: { team: ConsoleTeam }) =>
  history.length === 0 ? null : (
    <section class="card stack" aria-labelledby="history">
      <h2 id="history">{t('teams.history')}</h2>
      <ul class="bare stack">
        {history.map(({ slug, name, assignedAt, endedAt, outcome }) => (
          <li key={`${slug} ${assignedAt}`}>
            <p dir="auto">{name}</p>
            <p class="soft row">
              <span class={`badge badge-${outcome ? (outcome === 'finished' ? 'approved' : 'left') : 'active'}`}>
                {t(`teams.outcome.${outcome ?? 'now'}`)}
              </span>
              <small>
                {endedAt
                  ? t('teams.history.until', { from: dayAt(assignedAt), to: dayAt(endedAt) })
                  : t('teams.history.since', { when: dayAt(assignedAt) })}
              </small>
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
        {requests.map(({ id, projectName, status, createdAt }) => (
          <li key={id}>
            <Link href={pathTo('request', { id })} class="rows-item">
              <span>
                <bdi>{projectName}</bdi>
                <small>
                  <span class={`badge badge-${status}`}>{t(`request.${status}` as 'request.submitted')}</span> {ago(createdAt)}
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
