import { MOST_MEGAPIXELS } from '#actions/image/images.ts'
import { handle } from '#api/app.ts'
import { keepCover, mayChange, readAlt, refuseIfFull } from '#api/cover/cover-input.ts'
import { uploadCover } from '#contract/cover.ts'
import { Refusal } from '#http/response/problem.ts'
import { editedCoverAt } from '#rules/project/cover-address.ts'
import { touchProject } from '#store/project/change.ts'
import { findProjectToCover, lockProjectToCover, putCover } from '#store/project/cover.ts'

export default handle(uploadCover, async ({ app, caller, params: { slug }, body, files, signal, change, record }) => {
  const [file] = files
  // Rights and texts first: decoding takes time.
  mayChange(await findProjectToCover(app.sql, slug, caller.id), slug, caller)
  const values = { alt: readAlt(body.alt), focalX: body.focalX ?? 50, focalY: body.focalY ?? 50 }
  if (!file) throw new Refusal('file_missing')
  const made = await app.images.covers.make(caller.id, file.path, values, signal)
  if (made === null) throw new Refusal('image_refused', { limit: MOST_MEGAPIXELS })
  const cover = await keepCover(app, made, values)
  return change(async (sql) => {
    const project = mayChange(await lockProjectToCover(sql, slug, caller.id), slug, caller)
    const isSame = project.cover?.hash === cover.hash && project.cover.alt === cover.alt
    if (!isSame) {
      await refuseIfFull(sql, project.id, cover)
      await putCover(sql, project.id, cover, app.now())
      await touchProject(sql, project.id, app.now())
      record(`project ${project.id}`, { alt: [project.cover?.alt ?? null, cover.alt] })
    }
    return editedCoverAt(cover, app.apiUrl)
  })
})
