import { handle } from '#api/app.ts'
import { projectStatusOf } from '#api/user/project-status.ts'
import { getProjectStatusOf } from '#contract/profile.ts'

export default handle(getProjectStatusOf, ({ app, caller, params: { slug }, language, dependsOn }) =>
  projectStatusOf(app, { caller, slug, language, dependsOn }),
)
