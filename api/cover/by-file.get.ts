import { handle } from '#api/app.ts'
import { getCover } from '#contract/cover.ts'
import { Refusal } from '#http/response/problem.ts'
import { maySeeCover } from '#rules/project/cover-change.ts'
import { findCoverImage } from '#store/project/cover.ts'

const mimes: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

export default handle(getCover, async ({ app, caller, params: { file } }) => {
  const [hash, kind] = file.split('-') as [string, string]
  const isWhole = kind === 'source.webp'
  const image = await findCoverImage(app.sql, hash, isWhole ? 'source' : kind, caller?.id ?? null)
  if (!image || !maySeeCover({ ...image, isWhole }, caller?.access ?? null)) throw new Refusal('file_not_found', { file })
  if (image.isDamaged) throw new Refusal('file_damaged', { file })
  // What guests may not see is not stored by caches.
  const isPublic = maySeeCover({ ...image, mayTeam: false, isWhole }, null)
  const { id, sha256, size } = image
  return { file: id, sha256, size, name: file, mime: mimes[file.split('.')[1]!]!, isPublic, isImmutable: isPublic }
})
