import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { Today } from '#contract/console/today.ts'
import { Icon, type IconName } from '#ui/icon.tsx'

type Line = { key: string; count: number; icon: IconName; text: string; to: string }

const linesOf = ({ attention, unansweredQuestions, leaveRequests, drafts }: Today): Line[] => {
  const line = (key: Parameters<typeof t>[0], count: number, icon: IconName, to: string): Line => ({
    ...{ key, count, icon, to },
    text: t(key, { count }),
  })
  return [
    line('attention.closing', attention.closingProjects, 'clock', pathTo('projects', {}, { attention: 'closing' })),
    line('attention.empty', attention.emptyProjects, 'projects', pathTo('projects', {}, { attention: 'empty' })),
    line('attention.idle', attention.idleTeams, 'team', pathTo('teams', {}, { work: 'idle' })),
    line('attention.free', attention.freeTeams, 'users', pathTo('teams', {}, { work: 'free' })),
    line('attention.leave', leaveRequests, 'leave', pathTo('leaveRequests', {}, { status: 'open' })),
    line('attention.questions', unansweredQuestions, 'question', pathTo('questions', {}, { status: 'unanswered' })),
    line('attention.drafts', drafts, 'edit', pathTo('projects', {}, { state: 'draft' })),
  ].filter(({ count }) => count > 0)
}

/** What to look at before it is too late; each line leads to the list it counts. */
export function Attention({ today }: { today: Today }) {
  const lines = linesOf(today)
  return (
    <section class="stack" aria-labelledby="attention">
      <h2 id="attention">{t('attention.title')}</h2>
      {lines.length === 0 && (
        <div class="card today-empty">
          <Icon name="check" />
          <div>
            <p>{t('attention.none')}</p>
            <Link href={paths.newProject}>{t('projects.new')}</Link>
          </div>
        </div>
      )}
      {lines.length > 0 && (
        <ul class="rows">
          {lines.map(({ key, icon, text, to }) => (
            <li key={key}>
              <Link class="rows-item" href={to}>
                <Icon name={icon} size={20} />
                <span>{text}</span>
                <Icon name="next" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Who should decide the applications that have waited longest. */
export const ReviewerWaits = ({ waits }: { waits: Today['waitsByReviewer'] }) =>
  waits.length > 0 && (
    <section class="card stack" aria-labelledby="reviewers">
      <h2 id="reviewers">{t('attention.reviewers')}</h2>
      <ul class="bare today-list">
        {waits.map(({ reviewer, count, since }) => (
          <li key={reviewer?.id ?? 0} class="today-wait">
            <span>
              <Link href={pathTo('requests', {}, { reviewerId: String(reviewer?.id ?? 'none') })}>
                <bdi>{reviewer?.name ?? t('attention.reviewers.nobody')}</bdi>
              </Link>
              <small class="soft">{t('attention.waits.count', { count })}</small>
            </span>
            <Age since={since} />
          </li>
        ))}
      </ul>
    </section>
  )

/** Projects whose applications have waited longest. */
export const LongestWaits = ({ waits }: { waits: Today['longestWaits'] }) =>
  waits.length > 0 && (
    <section class="card stack" aria-labelledby="waits">
      <h2 id="waits">{t('attention.waits')}</h2>
      <ul class="bare today-list">
        {waits.map(({ project, count, since }) => (
          <li key={project.id} class="today-wait">
            <span>
              <Link href={pathTo('requests', {}, { project: project.slug })}>
                <bdi>{project.name}</bdi>
              </Link>
              <small class="soft">{t('attention.waits.count', { count })}</small>
            </span>
            <Age since={since} />
          </li>
        ))}
      </ul>
    </section>
  )
