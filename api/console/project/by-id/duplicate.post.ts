import { handle } from '#api/app.ts'
import { lockedProject, projectView, refuseIfTaken, setConnections, slugFor } from '#api/console/project/project-input.ts'
import { duplicateProject } from '#contract/console/project.ts'
import { copyName } from '#rules/text/state-texts.ts'
import { insertProject, lockSlugs } from '#store/project/change.ts'
import { findConsoleProject } from '#store/project/console.ts'

const noDates = { dateStart: null, dateEnd: null, enrollmentStart: null, enrollmentEnd: null }

export default handle(duplicateProject, ({ app, params, language, change, record, setHeader }) =>
  change(async (sql) => {
    await lockSlugs(sql)
    const model = await lockedProject(sql, params.id)
    const name = copyName(model.name, language)
    const slug = await slugFor(sql, null, name, null)
    const id = await refuseIfTaken(slug, insertProject(sql, slug, { ...model, ...noDates, name }, app.now()))
    await setConnections(sql, id, {
      ...model,
      curatorId: model.responsibleCurator?.id ?? null,
      related: model.related.map((one) => one.slug),
    })
    record(`project ${id}`, { name, slug, of: model.name })
    setHeader('Location', `${app.apiUrl}/console/project/${id}`)
    return projectView((await findConsoleProject(sql, id))!, app)
  }),
)
