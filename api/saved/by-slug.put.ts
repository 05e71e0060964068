import { handle } from '#api/app.ts'
import { MOST_SAVED, saveProject } from '#contract/saved.ts'
import { Refusal } from '#http/response/problem.ts'
import { lockPerson } from '#store/person/account.ts'
import { insertSaved } from '#store/project/saved.ts'

export default handle(saveProject, ({ app, caller, params: { slug }, change }) =>
  change(async (sql) => {
    const id = app.catalog.idOfSlug(slug)
    if (id === undefined) throw new Refusal('project_not_found', { slug })
    const [, refused] = await Promise.all([lockPerson(sql, caller.id), insertSaved(sql, caller.id, [id], app.now())])
    if (refused > 0) throw new Refusal('too_many_saved', { most: MOST_SAVED })
    return { slug }
  }),
)
