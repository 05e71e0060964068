import { handle } from '#api/app.ts'
import { getAvatar } from '#contract/profile.ts'
import { MAX_ID } from '#contract/shared.ts'
import { Refusal } from '#http/problem.ts'
import { findAvatar } from '#store/person.ts'

// An <img> cannot send a token. Who knows the version has seen the person's answer, and for them alone the picture is there.
export default handle(getAvatar, async ({ app, params, query }) => {
  const id = Number(params.id)
  const size = query.size ?? 'large'
  const known = id <= MAX_ID && /^[0-9a-f]{32}$/.test(query.v ?? '') ? await findAvatar(app.sql, id, query.v!, size) : undefined
  if (!known) throw new Refusal('file_not_found', { file: params.id })
  return { file: id, ...known, name: `${id}-${size}.webp`, isPublic: true, isForEver: true }
})
