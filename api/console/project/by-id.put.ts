import { handle } from '#api/app.ts'
import { ConsoleProject, updateProject } from '#contract/console/project.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { dateKeys } from '#rules/project/project.ts'
import { wantedRoleText } from '#rules/team/wanted-role.ts'
import { lockSlugs, touchProject, updateProject as update } from '#store/project/change.ts'
import { type EditedRow, findConsoleProject } from '#store/project/console.ts'
import { connect, lockedProject, projectView, readValues, refuseIfTaken, refuseOtherWindow, slugFor } from './project-input.ts'

const texts = ['slug', 'name', 'shortDescription', 'description', 'curator', 'client', 'clientContact', 'teamLimit'] as const
const lists = [
  'developerRequirements',
  'projectRequirements',
  'wantedRoles',
  'tags',
  'related',
  'teamMayChangeCover',
  'responsibleCurator',
] as const

// The editable values, as recorded in the audit log.
function recorded({ related, wantedRoles, tagNames, responsibleCurator, ...row }: EditedRow): object {
  const values = {
    ...row,
    tags: tagNames,
    responsibleCurator: responsibleCurator?.name ?? null,
    wantedRoles: wantedRoles.map(wantedRoleText),
    related: related.map(({ slug }) => slug),
  }
  return Object.fromEntries([...texts, ...dateKeys, ...lists].map((key) => [key, values[key]]))
}

export default handle(updateProject, ({ app, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    if (body.slug !== undefined) await lockSlugs(sql)
    const present = await lockedProject(sql, params.id)
    const { id } = present
    refuseIfChanged(ConsoleProject, projectView(present, app))
    const values = readValues(body, present)
    await refuseOtherWindow(sql, present, values)
    const slug = body.slug === undefined || body.slug === present.slug ? present.slug : await slugFor(sql, body.slug, values.name, id)
    await connect(sql, id, body)
    await refuseIfTaken(slug, update(sql, id, slug, values, present.updatedAt))
    const changed = changesBetween(recorded(present), recorded((await findConsoleProject(sql, id))!))
    if (Object.keys(changed).length > 0) {
      await touchProject(sql, id, app.now())
      record(`project ${id}`, changed)
    }
    return projectView((await findConsoleProject(sql, id))!, app)
  }),
)
