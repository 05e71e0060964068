import { Link } from 'wouter-preact'
import { StatusBadge } from '#console/parts/status-badge.tsx'
import { pathTo } from '#console/routes.ts'
import type { ListedTeam } from '#contract/console/team.ts'

/** The project of a team, with its status. */
export const ProjectLine = ({ project }: { project: NonNullable<ListedTeam['project']> }) => (
  <span class="project-line">
    <Link href={pathTo('project', { id: project.id })} dir="auto">
      {project.name}
    </Link>
    <StatusBadge project={project} />
  </span>
)
