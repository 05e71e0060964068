import { Link } from 'wouter-preact'
import { datesOf, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import type { Team } from '#contract/user.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { meaningOf } from './meaning.ts'
import { WaitingQuestions } from './waiting-questions.tsx'

const LinkRow = ({ to, icon, text, hint }: { to: string; icon: IconName; text: string; hint?: string }) => (
  <li>
    <Link href={to} class="rows-item">
      <Icon name={icon} />
      <span>
        {text}
        {hint && <small>{hint}</small>}
      </span>
      <Icon name="next" size={20} />
    </Link>
  </li>
)

/** The current project with its dates, and links to results, links and members. */
export function MainProject({ project, team, isFree }: { project: Project; team: Team; isFree: boolean }) {
  const teamPath = pathTo('team', { id: team.id })
  const isCurrent = team.project === project.slug
  return (
    <article class="my-main">
      <ProjectCover project={project} size="wide" />
      <div class="my-main-head">
        <StatusBadge status={project.status} />
        <h2 dir="auto">
          <Link href={pathTo('project', { slug: project.slug })}>{project.name}</Link>
        </h2>
        <p class="my-meaning">
          <Icon name="calendar" size={20} />
          <span>
            <strong>{meaningOf(project)}</strong>
            <span class="soft">{datesOf(project)}</span>
          </span>
        </p>
        <p class="soft" dir="auto">
          {t('my.team', { name: team.name })}
        </p>
      </div>
      <ul class="rows">
        {isCurrent && <WaitingQuestions slug={project.slug} />}
        <LinkRow to={`${teamPath}#${isCurrent ? 'results' : 'finished'}`} icon="file" text={t('my.results')} hint={t('my.results.hint')} />
        {isCurrent && (
          <LinkRow to={`${teamPath}#links`} icon="link" text={t('my.links')} hint={t('my.links.hint', { count: project.links.length })} />
        )}
        <LinkRow
          to={`${teamPath}#members`}
          icon="team"
          text={t('my.members')}
          hint={t('my.members.count', { count: team.members.length })}
        />
        {isFree && <LinkRow to={pathTo('projects')} icon="search" text={t('my.free')} hint={t('my.free.hint')} />}
      </ul>
    </article>
  )
}
