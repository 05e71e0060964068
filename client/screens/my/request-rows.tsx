import { Link } from 'wouter-preact'
import { RequestBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import type { ProjectRequest } from '#contract/request.ts'
import type { Team } from '#contract/user.ts'
import { Icon } from '#ui/icon.tsx'
import { ago } from '#ui/time/format.ts'

type Props = { requests: ProjectRequest[]; projects: Project[]; teams: Team[] }

/** Newest first. */
export const RequestRows = ({ requests, projects, teams }: Props) => (
  <ul class="rows">
    {requests
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map(({ id, project, team, status, createdAt }) => ({
        id,
        team,
        status,
        createdAt,
        slug: project,
        project: projects.find(({ slug }) => slug === project),
      }))
      .map(({ id, slug, project, team, status, createdAt }) => (
        <li key={id}>
          <Link href={pathTo('request', { id })} class="rows-item">
            {project && <ProjectCover project={project} size="small" />}
            <span>
              <span dir="auto">{project?.name ?? slug}</span>
              <small dir="auto">
                {t('my.request.facts', { team: teams.find((one) => one.id === team)?.name ?? '', when: ago(createdAt) })}
              </small>
              <RequestBadge status={status} />
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
      ))}
  </ul>
)
