import { ProblemError } from '#contract/client.ts'
import { authorId } from '#ui/session/session.ts'

// A change whose answer was lost may have taken effect. Its key belongs to its content: the same content is sent again with the same key, and
// the server executes a key once. After an answer the same content is a new change. Kept in the tab, so that a reload repeats too.

const PREFIX = 'pj-unanswered '

/** A final answer; anything else may be sent again. */
export const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError &&
  error.problem.status < 500 &&
  ![401, 408, 429].includes(error.problem.status) &&
  error.problem.code !== 'idempotency_in_progress'

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What was to be removed or withdrawn is not there: the answer to a removal whose first answer was lost. */
export const isGone = ({ problem }: ProblemError): boolean => problem.status === 404 || problem.code.endsWith('_over')

/** Sends a change with the idempotency key of its content. `isDone`: a refusal of a repeated change which says that the first one did it. */
export async function repeatable<T>(
  content: unknown,
  send: (key: string) => Promise<T>,
  isDone: (refusal: ProblemError) => boolean = () => false,
): Promise<T> {
  const place = PREFIX + (await digest(JSON.stringify([authorId() ?? 0, content])))
  const before = sessionStorage.getItem(place)
  const key = before ?? crypto.randomUUID()
  sessionStorage.setItem(place, key)
  try {
    const answer = await send(key)
    sessionStorage.removeItem(place)
    return answer
  } catch (error) {
    if (isRefusal(error)) {
      sessionStorage.removeItem(place)
      if (before !== null && isDone(error)) return {} as T // the answer itself is lost
    }
    throw error
  }
}
