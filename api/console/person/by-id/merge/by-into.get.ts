import { handle } from '#api/app.ts'
import { mergeShown, mergingOf } from '#api/console/person/merging.ts'
import { previewMerge } from '#contract/console/person.ts'

export default handle(previewMerge, async ({ app, caller, params }) => {
  const merging = await mergingOf(app.sql, { from: params.id, into: params.into }, { callerId: caller.id, now: app.now() })
  return mergeShown(app.sql, merging)
})
