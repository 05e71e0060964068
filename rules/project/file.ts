import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from '#rules/sign-in/admission.ts'

// Permissions and quotas of files.

export const MOST_VERSIONS = 20
export const TEAM_BYTES = 500 * 1024 * 1024

export const MOST_DESCRIPTION_FILES = 20
export const PROJECT_BYTES = 200 * 1024 * 1024

/** Days after which a removed file is purged; until then it counts for the quota. */
export const PURGE_DAYS = 7

/** For the table of resources. */
export const fileResource = {
  owner: 'team, or project',
  perOwner: `${TEAM_BYTES / 1_048_576} MB of a team, ${PROJECT_BYTES / 1_048_576} MB of a project, removed files included for ${PURGE_DAYS} days`,
  total: 'the sum of all teams and projects',
  deadlineMs: PURGE_DAYS * 86_400_000,
  refusal: 'quota_exceeded',
} as const

type Present = { sha256: string } | null
type Incoming = { sha256: string; size: number }

export type ResultTarget = {
  project: object | null // published
  team: object | null
  isTeamShown: boolean
  isAdministrator: boolean
  isWorking: boolean
  category: object | null
  present: Present
  usedBytes: number
}

/** Idempotent: a retry after a lost response sends the same bytes and gets the same response. */
export const isSameFile = (present: Present, { sha256 }: Incoming): boolean => present?.sha256 === sha256

export function whyNotPublish(target: ResultTarget, file: Incoming): ErrorCode | null {
  if (target.project === null) return 'project_not_found'
  if (target.team === null || !target.isTeamShown) return 'team_not_found'
  if (!target.isAdministrator) return 'not_team_administrator'
  if (!target.isWorking) return 'not_working_on_it'
  if (target.category === null) return 'unknown_category'
  if (isSameFile(target.present, file)) return null
  if (target.present !== null) return 'category_taken'
  return target.usedBytes + file.size > TEAM_BYTES ? 'quota_exceeded' : null
}

export type ResultToChange = {
  sha256: string
  version: number
  isMember: boolean
  isAdministrator: boolean
  isDeleted: boolean
  usedBytes: number
}

export function whyNotChangeFile(found: Omit<ResultToChange, 'sha256' | 'version' | 'usedBytes'> | undefined): ErrorCode | null {
  if (found === undefined || !found.isMember) return 'file_not_found' // also for public files: only members may change them
  return found.isAdministrator ? null : 'not_team_administrator'
}

export function whyNotReplace(found: ResultToChange | undefined, file: Incoming): ErrorCode | null {
  const whyNot = found?.isDeleted ? 'file_not_found' : whyNotChangeFile(found)
  if (whyNot !== null || isSameFile(found!, file)) return whyNot
  if (found!.version >= MOST_VERSIONS) return 'too_many_versions'
  return found!.usedBytes + file.size > TEAM_BYTES ? 'quota_exceeded' : null
}

export type FileToRead = {
  kind: 'description' | 'result' | 'request'
  isPublic: boolean
  isOld: boolean // a version that was replaced
  isProjectPublished: boolean
  isMember: boolean // of the team it belongs to
}

export function maySee(file: FileToRead, access: Access | null): boolean {
  if (access === 'curator' || access === 'administrator' || file.isMember) return true
  return file.kind !== 'request' && file.isPublic && file.isProjectPublished && !file.isOld
}

/** Whether one more description file fits within the limits; `storedBytes` includes removed files that are not purged yet. */
export const fitsDescription = (present: number, storedBytes: number, file: { size: number }): boolean =>
  present < MOST_DESCRIPTION_FILES && storedBytes + file.size <= PROJECT_BYTES
