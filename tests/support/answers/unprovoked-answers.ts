// Exceptions from the comparison in observed-answers.ts, each with the reason.

const shared = 'answered by the shared HTTP layer (http/), and tested there'

/** One occurrence counts for every operation that declares the answer. */
export const onceIsEnough: Record<string, string> = {
  '429 too_many_calls': shared,
  '429 too_many_jobs': 'one queue for all (heavy/), tested there and with the avatar',
  '500 internal': shared,
  '503 overloaded': shared,
  '503 deadline_exceeded': shared,
  '503 outcome_unknown': shared,
  '429 upload_limit': shared,
  '503 storage_unavailable': shared,
  '500 file_damaged': shared,
  '415 file_empty': 'one check for all uploads (http/request/upload.ts), tested with uploadResult',
}

/** "operation answer": declared, but not provoked by any test. */
export const unprovoked: Record<string, string> = {
  'previewMerge 409 last_administrator':
    'a race: only while the caller stops being the other administrator; tested with mergePeople, under a lock',
  'updateCover 413 project_files_full': 'the check of uploadCover (api/cover/cover-input.ts), tested there',
  'startSignIn 500 text/html': 'only after a bug in the redirect to the provider; auth/page/pages.test.ts tests the page',
}
