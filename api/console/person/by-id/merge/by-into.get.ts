import { handle } from '#api/app.ts'
import { mergeView, mergingOf } from '#api/console/person/merge-view.ts'
import { previewMerge } from '#contract/console/person.ts'

export default handle(previewMerge, async ({ app, caller, params }) => {
  const merging = await mergingOf(app.sql, { from: params.id, into: params.into }, { callerId: caller.id, now: app.now() })
  return mergeView(app.sql, merging)
})
