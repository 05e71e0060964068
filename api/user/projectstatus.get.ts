import { handle } from '#api/app.ts'
import { getProjectStatus } from '#contract/profile.ts'
import { projectStatusOf } from './project-status.ts'

export default handle(getProjectStatus, ({ app, caller, query, dependsOn }) =>
  projectStatusOf(app, caller.id, query.project ?? null, dependsOn),
)
