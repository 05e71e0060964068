import { handle } from '#api/app.ts'
import { mayChange } from '#api/cover/cover-input.ts'
import { getEditedCover } from '#contract/cover.ts'
import { Refusal } from '#http/response/problem.ts'
import { editedCoverAt } from '#rules/project/cover-address.ts'
import { findProjectToCover } from '#store/project/cover.ts'

export default handle(getEditedCover, async ({ app, caller, params: { slug } }) => {
  const { cover } = mayChange(await findProjectToCover(app.sql, slug, caller.id), slug, caller)
  if (cover === null) throw new Refusal('cover_missing')
  return editedCoverAt(cover, app.apiUrl)
})
