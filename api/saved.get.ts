import { handle } from '#api/app.ts'
import { listSaved } from '#contract/saved.ts'
import { listSavedIds } from '#store/project/saved.ts'

export default handle(listSaved, async ({ app, caller }) => app.catalog.listByIds(await listSavedIds(app.sql, caller.id)))
