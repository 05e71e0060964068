import { Link } from 'wouter-preact'
import { StatusBadge } from '#console/parts/status-badge.tsx'
import { pathTo } from '#console/routes.ts'
import { placesInWords } from '#console/screens/requests/card.tsx'
import { t } from '#console/texts.ts'
import type { getConsoleRequest, RequestStep, ReviewRequest } from '#contract/console/request.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useRoleName } from '#ui/role-name.ts'
import { day, days, list, moment } from '#ui/time/format.ts'

// The side column of an application: project, team, its other applications, history.

type RequestReview = AnswerOf<typeof getConsoleRequest>

const span = (from: string | null, to: string | null): string => {
  if (from && to) return days(from, to)
  if (from) return t('requests.facts.from', { day: day(from) })
  return to ? t('requests.facts.to', { day: day(to) }) : t('notSet')
}

export function ProjectFacts({ project, freePlaces }: { project: RequestReview['project']; freePlaces: number | null }) {
  const places =
    project.teamLimit === null
      ? placesInWords(null)
      : t('requests.facts.placesOf', { free: freePlaces ?? project.teamLimit, all: project.teamLimit })
  const facts = [
    [t('requests.facts.places'), places],
    [t('requests.facts.waiting'), String(project.requestsWaiting)],
    [t('requests.facts.enrollment'), span(project.enrollmentStart, project.enrollmentEnd)],
    [t('requests.facts.dates'), span(project.dateStart, project.dateEnd)],
    ...(project.responsibleCurator ? [[t('projects.responsibleCurator'), project.responsibleCurator.name] as const] : []),
  ] as const
  return (
    <section class="card stack" aria-labelledby="about-project">
      <h2 id="about-project" dir="auto">
        <Link href={pathTo('project', { id: project.id })}>{project.name}</Link>
      </h2>
      <div class="row">
        <StatusBadge project={project} />
        {project.state !== 'published' && (
          <span class={`badge badge-${project.state}`}>{t(`state.${project.state}` as 'state.draft')}</span>
        )}
      </div>
      <dl class="request-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt class="soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const Team = ({ team }: { team: RequestReview['team'] }) => {
  const roleName = useRoleName()
  return (
    <section class="card stack" aria-labelledby="about-team">
      <h2 id="about-team" dir="auto">
        <Link href={pathTo('team', { id: team.id })}>{team.name}</Link>
      </h2>
      {team.description && <p dir="auto">{team.description}</p>}
      {team.members.length === 0 && <p class="soft">{t('requests.noMembers')}</p>}
      <ul class="bare request-members">
        {team.members.map(({ id, name, login, group, isAdministrator, roles }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <small class="soft">
              {' '}
              {[group ?? '', isAdministrator ? t('requests.administrator') : '', login === null ? t('requests.noAccount') : '']
                .filter(Boolean)
                .join(', ')}
            </small>
            {roles.length > 0 && <small class="soft request-roles">{list(roles.map(roleName))}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const Others = ({ others }: { others: ReviewRequest[] }) => (
  <section class="card stack" aria-labelledby="others">
    <h2 id="others">{t('requests.others')}</h2>
    {others.length === 0 && <p class="soft">{t('requests.noOthers')}</p>}
    {others.length > 0 && (
      <ul class="bare request-members">
        {others.map(({ id, projectName, status, round }) => (
          <li key={id} class="spread">
            <Link href={pathTo('request', { id })}>
              <bdi>{projectName}</bdi>
            </Link>
            <span class={`badge badge-${status}`}>
              {round !== null && status === 'submitted'
                ? t('teams.request.choice')
                : t(`requests.one.${status}` as 'requests.one.submitted')}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const stepOf = ({ from, to }: RequestStep) => (to === 'submitted' && from !== null ? 'again' : to)

export const History = ({ history }: { history: RequestStep[] }) => (
  <section class="card stack" aria-labelledby="history">
    <h2 id="history">{t('requests.history')}</h2>
    <ol class="bare request-members">
      {history.map((step) => (
        <li key={step.at + step.to}>
          <strong>{t(`requests.step.${stepOf(step)}` as 'requests.step.again')}</strong>
          <small class="soft request-roles">
            <time dateTime={step.at}>{moment(step.at)}</time>
            {step.by && (
              <>
                {' · '}
                <bdi>{step.by}</bdi>
              </>
            )}
          </small>
          {[step.reason, step.comment].map((text) => text && <p dir="auto">{text}</p>)}
        </li>
      ))}
    </ol>
  </section>
)
