import type { ErrorCode } from '#contract/errors.ts'
import { type Access, isCurator } from '#rules/sign-in/admission.ts'

// Who may change or see the cover of a project, and what is cut out of the picture.

type ProjectToCover = { isPublished: boolean; isWorking: boolean; teamMayChangeCover: boolean }

export function whyNotChangeCover(project: ProjectToCover | undefined, access: Access): ErrorCode | null {
  if (project === undefined) return 'project_not_found'
  if (isCurator(access)) return null
  if (!project.isPublished) return 'project_not_found'
  if (!project.isWorking) return 'not_working_on_it'
  return project.teamMayChangeCover ? null : 'cover_locked'
}

type CoverToRead = { isPublished: boolean; mayTeam: boolean; isWhole: boolean }

/** The whole picture may show what was cut off on purpose: only for those who may change the cover. */
export const maySeeCover = ({ isPublished, mayTeam, isWhole }: CoverToRead, access: Access | null): boolean =>
  isCurator(access) || (isPublished && (mayTeam || !isWhole))

export type Focal = { focalX: number; focalY: number }
export type Area = { left: number; top: number; width: number; height: number }

/** The largest area of 16:9 in a picture, as near to the focal point as possible. */
export function cropOf({ width, height }: { width: number; height: number }, { focalX, focalY }: Focal): Area {
  const cut = {
    width: Math.max(1, Math.min(width, Math.round((height * 16) / 9))),
    height: Math.max(1, Math.min(height, Math.round((width * 9) / 16))),
  }
  const start = (size: number, part: number, percent: number) =>
    Math.round(Math.min(size - part, Math.max(0, (size * percent) / 100 - part / 2)))
  return { left: start(width, cut.width, focalX), top: start(height, cut.height, focalY), ...cut }
}
