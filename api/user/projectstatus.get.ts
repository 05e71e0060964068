import { handle } from '#api/app.ts'
import { getProjectStatus } from '#contract/profile.ts'
import { projectStatusOf } from './project-status.ts'

export default handle(getProjectStatus, ({ app, caller, query: { project = null }, language, dependsOn }) =>
  projectStatusOf(app, { caller, slug: project, language, dependsOn }),
)
