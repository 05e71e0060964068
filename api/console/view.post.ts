import { handle } from '#api/app.ts'
import { createView } from '#contract/console/view.ts'
import { insertView, listViews, lockViews } from '#store/saved-view.ts'
import { viewFrom, viewOf } from './view/view-input.ts'

export default handle(createView, ({ app, body, caller, change, record }) =>
  change(async (sql) => {
    const values = viewFrom(body, await lockViews(sql, caller.id), caller.id)
    const id = await insertView(sql, caller.id, body.list, values, app.now())
    if (values.isShared) record(`view ${id}`, { name: values.name, list: body.list })
    const view = (await listViews(sql, caller.id, body.list)).find((one) => one.id === id)!
    return viewOf(view, caller)
  }),
)
