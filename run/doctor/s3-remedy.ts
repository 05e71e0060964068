import type { Subject } from './subject.ts'

/** For a bucket that does not take files. */
export function s3Remedy(variable: 'FILES_URL' | 'BACKUP_TO', env: Subject['env']): string {
  const check = `Create the bucket; check the endpoint in ${variable}, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the rights to put, get, list and delete.`
  const isProfileUsed = env.AWS_PROFILE && env.AWS_ACCESS_KEY_ID
  return isProfileUsed ? `AWS_PROFILE is set, and is used instead of AWS_ACCESS_KEY_ID: unset one of them. ${check}` : check
}
