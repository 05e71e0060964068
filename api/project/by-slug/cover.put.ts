import type { ApiApp } from '#api/app.ts'
import { handle } from '#api/app.ts'
import { keepCover, mayChange, readAlt, refuseIfFull } from '#api/cover/cover-input.ts'
import { EditedCover, updateCover } from '#contract/cover.ts'
import { Refusal } from '#http/response/problem.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { editedCoverAt } from '#rules/project/cover-address.ts'
import { touchProject } from '#store/project/change.ts'
import { findProjectToCover, lockProjectToCover, type ProjectToCover, putCover, updateAlt } from '#store/project/cover.ts'

type Present = NonNullable<ProjectToCover['cover']>

function presentCover({ cover }: ProjectToCover): Present {
  if (cover === null) throw new Refusal('cover_missing')
  return cover
}

async function wholePicture(app: ApiApp, { source }: Present): Promise<Buffer> {
  return Buffer.concat(await (await app.files.read(source.sha256, source.size)).toArray())
}

const valuesOf = ({ alt, focalX, focalY }: Pick<Present, 'alt' | 'focalX' | 'focalY'>) => ({ alt, focalX, focalY })

export default handle(updateCover, async ({ app, caller, params: { slug }, body, signal, change, refuseIfChanged, record }) => {
  const before = presentCover(mayChange(await findProjectToCover(app.sql, slug, caller.id), slug, caller))
  const values = {
    alt: body.alt === undefined ? before.alt : readAlt(body.alt),
    focalX: body.focalX ?? before.focalX,
    focalY: body.focalY ?? before.focalY,
  }
  const isMoved = values.focalX !== before.focalX || values.focalY !== before.focalY
  const made = isMoved ? await app.images.covers.make(caller.id, await wholePicture(app, before), values, signal) : null
  if (isMoved && made === null) throw new Error('a stored picture could not be decoded')
  const moved = made && (await keepCover(app, made, values))
  return change(async (sql) => {
    const project = mayChange(await lockProjectToCover(sql, slug, caller.id), slug, caller)
    const present = presentCover(project)
    refuseIfChanged(EditedCover, editedCoverAt(present, app.apiUrl))
    if (present.source.sha256 !== before.source.sha256) throw new Refusal('precondition_failed')
    const changed = changesBetween(valuesOf(present), values)
    if (Object.keys(changed).length === 0) return editedCoverAt(present, app.apiUrl)
    if (moved) {
      await refuseIfFull(sql, project.id, moved)
      await putCover(sql, project.id, moved, app.now())
    } else await updateAlt(sql, project.id, values.alt)
    await touchProject(sql, project.id, app.now())
    record(`project ${project.id}`, changed)
    return editedCoverAt(moved ?? { ...present, ...values }, app.apiUrl)
  })
})
