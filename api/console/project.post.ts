import { handle } from '#api/app.ts'
import { createProject } from '#contract/console/project.ts'
import { insertProject, lockSlugs } from '#store/project/change.ts'
import { findConsoleProject } from '#store/project/console.ts'
import { projectView, readValues, refuseIfTaken, setConnections, slugFor } from './project/project-input.ts'

export default handle(createProject, ({ app, body, change, record, setHeader }) => {
  const values = readValues(body)
  return change(async (sql) => {
    await lockSlugs(sql)
    const slug = await slugFor(sql, body.slug ?? null, values.name, null)
    const id = await refuseIfTaken(slug, insertProject(sql, slug, values, app.now()))
    await setConnections(sql, id, body)
    record(`project ${id}`, { name: values.name, slug })
    setHeader('Location', `${app.apiUrl}/console/project/${id}`)
    return projectView((await findConsoleProject(sql, id))!, app)
  })
})
