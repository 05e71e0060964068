import { handle } from '#api/app.ts'
import { listViews } from '#contract/console/view.ts'
import { listViews as list } from '#store/saved-view.ts'
import { viewOf } from './view/view-input.ts'

export default handle(listViews, async ({ app, caller, query }) => ({
  views: (await list(app.sql, caller.id, query.list ?? null)).map((view) => viewOf(view, caller)),
}))
