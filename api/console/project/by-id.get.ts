import { handle } from '#api/app.ts'
import { getConsoleProject } from '#contract/console/project.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Refusal } from '#http/problem.ts'
import { findConsoleProject } from '#store/console-project.ts'
import { projectEdited } from './edited.ts'

export default handle(getConsoleProject, async ({ app, params }) => {
  const id = Number(params.id)
  const row = id > MAX_ID ? undefined : await findConsoleProject(app.sql, id)
  if (!row) throw new Refusal('project_not_found', { slug: params.id })
  return projectEdited(row, app)
})
