import { handle } from '#api/app.ts'
import { getLogo } from '#contract/settings.ts'
import { Refusal } from '#http/response/problem.ts'
import { findLogoImage } from '#store/setting.ts'

export default handle(getLogo, async ({ app, params: { file } }) => {
  const [hash, kind] = file.replace('.png', '').split('-') as [string, string]
  const image = await findLogoImage(app.sql, hash, kind)
  if (!image) throw new Refusal('file_not_found', { file })
  if (image.isDamaged) throw new Refusal('file_damaged', { file })
  return { file: 0, sha256: image.sha256, size: image.size, name: file, mime: 'image/png', isPublic: true, isImmutable: true }
})
