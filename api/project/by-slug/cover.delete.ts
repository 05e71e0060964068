import { handle } from '#api/app.ts'
import { mayChange } from '#api/cover/cover-input.ts'
import { deleteCover, EditedCover } from '#contract/cover.ts'
import { editedCoverAt } from '#rules/project/cover-address.ts'
import { touchProject } from '#store/project/change.ts'
import { lockProjectToCover, removeCover } from '#store/project/cover.ts'

export default handle(deleteCover, ({ app, caller, params: { slug }, change, refuseIfChanged, record }) =>
  change(async (sql) => {
    const { id, cover } = mayChange(await lockProjectToCover(sql, slug, caller.id), slug, caller)
    if (cover === null) return
    refuseIfChanged(EditedCover, editedCoverAt(cover, app.apiUrl))
    await removeCover(sql, id, app.now())
    await touchProject(sql, id, app.now())
    record(`project ${id}`, { alt: [cover.alt, null] })
  }),
)
