import { handle } from '#api/app.ts'
import { deleteView, SavedView } from '#contract/console/view.ts'
import { lockViews, removeView } from '#store/saved-view.ts'
import { viewIn, viewOf } from './view-input.ts'

export default handle(deleteView, ({ params, caller, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const view = viewIn(await lockViews(sql, caller.id), params.id, caller)
    refuseIfChanged(SavedView, viewOf(view, caller))
    await removeView(sql, view.id)
    if (view.isShared) record(`view ${view.id}`, { name: view.name, list: view.list })
    return { id: view.id, status: 'deleted' as const }
  }),
)
