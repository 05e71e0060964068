import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ListedTeam } from '#contract/console/team.ts'

/** The project of a team, with its status. */
export const ProjectLine = ({ project }: { project: NonNullable<ListedTeam['project']> }) => (
  <span class="project-line">
    <Link href={pathTo('project', { id: project.id })} dir="auto">
      {project.name}
    </Link>
    {project.status && <span class={`badge badge-${project.status}`}>{t(`status.${project.status}` as 'status.open')}</span>}
  </span>
)
