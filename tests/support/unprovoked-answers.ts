// What the comparison of observed-answers.ts does not ask for, each with the reason.

const shared = 'given by what all calls share (http/), where its tests provoke it'

/** Answered anywhere, it counts for every operation that declares it. */
export const onceIsEnough: Record<string, string> = {
  '429 too_many_calls': shared,
  '500 internal': shared,
  '503 overloaded': shared,
  '503 deadline_exceeded': shared,
}

/** "operation answer": declared, but answered in no test. */
export const unprovoked: Record<string, string> = {
  'previewMerge 409 last_administrator':
    'only in the moment in which the caller stops being the other administrator; mergePeople shows it under a lock',
  'startSignIn 500 text/html': 'only by a fault of ours in the way to the provider; auth/pages.test.ts shows the page',
}
