import { Link } from 'wouter-preact'
import { RequestBadge } from '#client/parts/project-card/project-card.tsx'
import { ProjectCover } from '#client/parts/project-card/project-cover.tsx'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import type { TeamRequest } from '#contract/team-overview.ts'
import { Icon } from '#ui/icon.tsx'
import { ago } from '#ui/time/format.ts'

/** `team`: its name. */
export type RequestRow = Pick<TeamRequest, 'id' | 'status' | 'createdAt' | 'slug'> & {
  project: Pick<Project, 'slug' | 'name' | 'tags' | 'cover'> | null
  team: string
}

/** Newest first. */
export const RequestRows = ({ requests }: { requests: RequestRow[] }) => (
  <ul class="rows">
    {requests
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
      .map(({ id, slug, project, team, status, createdAt }) => (
        <li key={id}>
          <Link href={pathTo('request', { id })} class="rows-item">
            {project && <ProjectCover project={project} size="small" />}
            <span>
              <span dir="auto">{project?.name ?? slug}</span>
              <small dir="auto">{t('my.request.facts', { team, when: ago(createdAt) })}</small>
              <RequestBadge status={status} />
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
      ))}
  </ul>
)
