import { handle } from '#api/app.ts'
import { SavedView, updateView } from '#contract/console/view.ts'
import { Refusal } from '#http/response/problem.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { lockViews, updateView as update } from '#store/saved-view.ts'
import { viewFrom, viewIn, viewOf } from './view-input.ts'

export default handle(updateView, ({ app, params, body, caller, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const views = await lockViews(sql, caller.id)
    const before = viewIn(views, params.id, caller)
    refuseIfChanged(SavedView, viewOf(before, caller))
    const { id, list, name, query, isShared, owner } = before
    if (!body.isShared && owner === null) throw new Refusal('view_not_own', { id, owner: '–' })
    const others = views.filter((view) => view !== before)
    const values = viewFrom({ ...body, list }, others, owner?.id ?? null)
    await update(sql, id, values, app.now())
    const changes = changesBetween({ name, query, isShared }, values)
    if ((isShared || values.isShared) && Object.keys(changes).length > 0) record(`view ${id}`, { ...changes, list })
    return viewOf({ ...before, ...values }, caller)
  }),
)
