import { handle } from '#api/app.ts'
import { unsaveProject } from '#contract/saved.ts'
import { removeSaved } from '#store/project/saved.ts'

export default handle(unsaveProject, ({ caller, params: { slug }, changeInOneStatement }) =>
  changeInOneStatement((sql) => removeSaved(sql, caller.id, slug)),
)
