import { handle } from '#api/app.ts'
import { getAvatar } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findAvatar } from '#store/person/account.ts'

// An <img> cannot send a token. The version in the URL is the secret: only responses about the person contain it.
export default handle(getAvatar, async ({ app, params, query }) => {
  const id = readId(params.id)
  const size = query.size ?? 'large'
  const avatar = /^[0-9a-f]{32}$/.test(query.v ?? '') ? await findAvatar(app.sql, id, query.v!, size) : undefined
  if (!avatar) throw new Refusal('file_not_found', { file: params.id })
  const { isDamaged, ...bytes } = avatar
  if (isDamaged) throw new Refusal('file_damaged', { file: params.id })
  return { file: id, ...bytes, name: `${id}-${size}.webp`, isPublic: true, isImmutable: true }
})
