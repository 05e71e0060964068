import type { Input } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { callWithEtag, ProblemError } from './api.ts'
import { keyOf, queries } from './query.ts'

// Optimistic locking: what others save meanwhile is detected and never overwritten.

const TRIES = 3

export type Versioned<A> = { answer: A; etag: string | null }

/** Puts an answer into the query cache. */
export function cacheAnswer<E extends Endpoint>(endpoint: E, input: Input<E>, answer: AnswerOf<E>): void {
  queries.setQueryData(keyOf(endpoint, input), { answer, savedAt: null })
}

export async function readNow<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Versioned<AnswerOf<E>>> {
  const now = await callWithEtag(endpoint, input)
  cacheAnswer(endpoint, input, now.answer)
  return now
}

/**
 * Reads, compares with the state the form was opened with, and writes with `If-Match`. The comparison is by field: the ETag also changes
 * with a new application, which is no conflict. After 412 it reads again. Returns null on a conflict. What is stored already as it is to be
 * written is not written: the answer to an earlier try was lost.
 */
export async function writeUnlessChanged<A, T>(
  read: () => Promise<Versioned<A>>,
  { isUnchanged, isWritten }: { isUnchanged(now: A): boolean; isWritten(now: A): boolean },
  write: (headers: Record<string, string>, now: A) => Promise<T>,
): Promise<T | A | null> {
  for (let tries = 1; ; tries++) {
    const { answer: now, etag } = await read()
    if (isWritten(now)) return now
    if (!isUnchanged(now)) return null
    try {
      return await write({ 'if-match': etag! }, now)
    } catch (problem) {
      if (!(problem instanceof ProblemError) || problem.problem.code !== 'precondition_failed' || tries === TRIES) throw problem
    }
  }
}
