import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { ConsoleProject, updateProject } from '#contract/console/project.ts'
import { picked, projectKeys } from '#contract/project/fields.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { wantedRoleText } from '#rules/team/wanted-role.ts'
import { lockSlugs, touchProject, updateProject as update } from '#store/project/change.ts'
import { type EditedRow, findConsoleProject } from '#store/project/console.ts'
import { lockedProject, projectView, readValues, refuseIfTaken, refuseOtherWindow, setConnections, slugFor } from './project-input.ts'

/** Of the tables beside it, as texts. */
const related = (row: EditedRow) => ({
  tags: row.tagNames,
  responsibleCurator: row.responsibleCurator?.name ?? null,
  wantedRoles: row.wantedRoles.map(wantedRoleText),
  related: row.related.map(({ slug }) => slug),
})

// The editable values, as recorded in the audit log.
const recorded = (row: EditedRow) => ({ slug: row.slug, ...picked(row, projectKeys), ...related(row) })

export default handle(updateProject, ({ app, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    if (body.slug !== undefined) await lockSlugs(sql)
    const present = await lockedProject(sql, params.id)
    const { id } = present
    refuseIfChanged(ConsoleProject, projectView(present, app))
    const values = readValues(body, present)
    await refuseOtherWindow(sql, present, values)
    const slug = body.slug === undefined || body.slug === present.slug ? present.slug : await slugFor(sql, body.slug, values.name, id)
    await setConnections(sql, id, body)
    await changeWork(sql, { projects: [id] }, momentOf(app, app.now()), () =>
      refuseIfTaken(slug, update(sql, id, slug, values, present.updatedAt)),
    )
    const changed = changesBetween(recorded(present), recorded((await findConsoleProject(sql, id))!))
    if (Object.keys(changed).length > 0) {
      await touchProject(sql, id, app.now())
      record(`project ${id}`, changed)
    }
    return projectView((await findConsoleProject(sql, id))!, app)
  }),
)
