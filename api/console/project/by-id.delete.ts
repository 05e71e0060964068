import { handle } from '#api/app.ts'
import { ConsoleProject, deleteProject } from '#contract/console/project.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotRemove } from '#rules/project/state.ts'
import { removeProject } from '#store/project/change.ts'
import { countUse } from '#store/project/console.ts'
import { lockedProject, projectView } from './project-input.ts'

export default handle(deleteProject, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const present = await lockedProject(sql, params.id)
    const { id, state, name, slug, publishedAt } = present
    refuseIfChanged(ConsoleProject, projectView(present, app))
    const why = whyNotRemove({ ...(await countUse(sql, id)), state, wasPublished: publishedAt !== null })
    if (why) throw new Refusal(why)
    await removeProject(sql, id)
    record(`project ${id}`, { name, slug })
    return { id, status: 'deleted' as const }
  }),
)
