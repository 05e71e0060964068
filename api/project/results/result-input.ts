import type { ErrorCode } from '#contract/errors.ts'
import type { Upload } from '#http/request/upload.ts'
import { Refusal } from '#http/response/problem.ts'
import { MOST_VERSIONS, PURGE_DAYS, TEAM_BYTES } from '#rules/project/file.ts'

export function onlyFile(files: Upload[]): Upload {
  const [file] = files
  if (!file) throw new Refusal('file_missing')
  return file
}

type About = { project?: string; team?: string | number; file?: number }

export function refuseIf(why: ErrorCode | null, { project = '', team = '', file = 0 }: About): void {
  if (why === null) return
  const limit = why === 'too_many_versions' ? MOST_VERSIONS : TEAM_BYTES / (1024 * 1024)
  throw new Refusal(why, { slug: project, project, team, file, limit, days: PURGE_DAYS })
}
