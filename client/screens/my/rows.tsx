import { type ComponentChildren, Fragment } from 'preact'
import { Link } from 'wouter-preact'
import { datesOf, StatusBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import type { Team } from '#contract/user.ts'
import { Icon } from '#ui/icon.tsx'

export const TeamRows = ({ teams, projects, administrated }: { teams: Team[]; projects: Project[]; administrated: number[] }) => (
  <ul class="rows">
    {teams.map(({ id, name, members, project }) => (
      <li key={id}>
        <Link href={pathTo('team', { id })} class="rows-item">
          <Icon name="team" />
          <span>
            <span dir="auto">{name}</span>
            <small dir="auto">
              {[projects.find(({ slug }) => slug === project)?.name, t('my.members.count', { count: members.length })]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {administrated.includes(id) && <span class="badge">{t('my.administrator')}</span>}
          </span>
          <Icon name="next" size={20} />
        </Link>
      </li>
    ))}
  </ul>
)

type ProjectRowsProps = { projects: Project[]; last?: (slug: string) => ComponentChildren }

/** `last`: a row below each project. */
export const ProjectRows = ({ projects, last }: ProjectRowsProps) => (
  <ul class="rows">
    {projects.map((project) => (
      <Fragment key={project.slug}>
        <li>
          <Link href={pathTo('project', { slug: project.slug })} class="rows-item">
            <ProjectCover project={project} size="small" />
            <span>
              <span dir="auto">{project.name}</span>
              <small>{datesOf(project)}</small>
              <StatusBadge status={project.status} />
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
        {last?.(project.slug)}
      </Fragment>
    ))}
  </ul>
)
