import type { ApiApp } from '#api/app.ts'
import type { ListedTeam } from '#contract/console/team.ts'
import { statusOf } from '#rules/project/project.ts'
import { datesOf } from '#rules/request/request.ts'
import type { StoredListedTeam, WorkedOn } from '#store/team/console.ts'

// Teams as curators see them.

export function teamProjectView(project: WorkedOn | null, { now, calendar }: ApiApp): ListedTeam['project'] {
  if (project === null) return null
  const { id, slug, name, state, publishedAt } = project
  if (state !== 'published' || publishedAt === null) return { id, slug, name, status: null }
  const dates = datesOf({ ...project, publishedAt }, calendar)
  return { id, slug, name, status: statusOf({ ...project, ...dates }, calendar(now())) }
}

export const teamListView = (team: StoredListedTeam, app: ApiApp): ListedTeam => ({ ...team, project: teamProjectView(team.project, app) })
