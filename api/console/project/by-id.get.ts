import { handle } from '#api/app.ts'
import { getConsoleProject } from '#contract/console/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findConsoleProject } from '#store/project/console.ts'
import { projectView } from './project-input.ts'

export default handle(getConsoleProject, async ({ app, params }) => {
  const row = await findConsoleProject(app.sql, readId(params.id))
  if (!row) throw new Refusal('project_not_found', { slug: params.id })
  return projectView(row, app)
})
