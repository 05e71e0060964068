import type { MadeCover } from '#actions/image/images.ts'
import type { ApiApp } from '#api/app.ts'
import { MOST_ALT } from '#contract/cover.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal, refuseIfFaulty } from '#http/response/problem.ts'
import { whyNotChangeCover } from '#rules/project/cover-change.ts'
import { fitsDescription, MOST_DESCRIPTION_FILES, PROJECT_BYTES, PURGE_DAYS } from '#rules/project/file.ts'
import type { Access } from '#rules/sign-in/admission.ts'
import { beginning, readLine } from '#rules/text/text.ts'
import { findDescriptionBytes } from '#store/file/description.ts'
import type { NewCover, ProjectToCover } from '#store/project/cover.ts'

/** The project, unless the caller may not change its cover. */
export function mayChange(project: ProjectToCover | undefined, slug: string, { access }: { access: Access }): ProjectToCover {
  const why = whyNotChangeCover(project, access)
  if (why !== null) throw new Refusal(why, { slug, project: project?.name ?? '' })
  return project!
}

export function readAlt(given: string): string {
  const alt = readLine(given)
  refuseIfFaulty(alt === null ? [{ path: 'alt', code: 'required' }] : [])
  return beginning(alt!, MOST_ALT)
}

/** Stores the images. Bytes before the row: bytes without a row are cleaned up, a row without bytes would be a broken image. */
export async function keepCover(app: ApiApp, made: MadeCover, values: Pick<NewCover, 'alt' | 'focalX' | 'focalY'>): Promise<NewCover> {
  const images = await Promise.all(made.images.map(async ({ kind, bytes }) => ({ kind, ...(await app.files.keep(bytes)) })))
  return { ...values, hash: made.hash, thumbHash: made.thumbHash, images }
}

export async function refuseIfFull(sql: AnySql, projectId: number, { images }: NewCover): Promise<void> {
  const size = images.reduce((sum, image) => sum + image.size, 0)
  if (!fitsDescription(0, await findDescriptionBytes(sql, projectId), { size }))
    throw new Refusal('project_files_full', { most: MOST_DESCRIPTION_FILES, limit: PROJECT_BYTES / (1024 * 1024), days: PURGE_DAYS })
}
