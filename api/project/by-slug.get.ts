import { handle } from '#api/app.ts'
import { getProject } from '#contract/project.ts'
import { Refusal } from '#http/response/problem.ts'

export default handle(getProject, ({ app, params, caller }) => {
  const answer = app.catalog.project(params.slug, caller && { id: caller.id, isCurator: caller.access !== 'member' })
  if (!answer) throw new Refusal('project_not_found', { slug: params.slug.slice(0, 80) })
  return answer
})
