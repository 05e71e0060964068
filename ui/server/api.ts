import { signal } from '@preact/signals'
import { type Call, createClient, type Input, ProblemError } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/shared.ts'
import { accessToken, renew } from '#ui/session/session.ts'
import { language } from '#ui/settings.ts'
import { expectAnswer, noteUnreachable } from './online.ts'
import { isGone, repeatable } from './repeatable.ts'
import { serverConfig } from './server-config.ts'

// The contract's typed client with the session's access token and the chosen language.

export { ProblemError }
/** No response: a network error, or the server is down. */
export class Unreachable extends Error {}

/** Request ID of the last 5xx response, attached to bug reports. */
export const lastErrorId = signal<string | null>(null)

export function trackReachability<T>(response: Promise<T>): Promise<T> {
  const noteAnswer = expectAnswer()
  return response.then(
    (answer) => {
      noteAnswer()
      return answer
    },
    (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      noteUnreachable()
      throw new Unreachable()
    },
  )
}

/** The access token. A network error while refreshing it counts as unreachable. */
export const bearerToken = (): Promise<string | null> =>
  accessToken().catch((error) => {
    if (error instanceof ProblemError) throw error
    noteUnreachable()
    throw new Unreachable()
  })

async function send(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const attempt = (bearer: string | null) => {
    const headers = new Headers(init.headers)
    headers.set('accept-language', language.peek())
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`)
    // keepalive: a DELETE completes even if the page is closed.
    return trackReachability(fetch(url, { ...init, headers, keepalive: init.method === 'DELETE' }))
  }
  const bearer = await bearerToken()
  const answer = await attempt(bearer)
  if (answer.status >= 500) lastErrorId.value = answer.headers.get('x-request-id')
  if (answer.status !== 401 || bearer === null) return answer
  return (await renew(bearer)) ? attempt(await bearerToken()) : answer
}

const client = createClient(serverConfig.api, send)

export const isChange = ({ method, changesNothing }: Endpoint): boolean => method === 'POST' && !changesNothing

export const call: Call = <E extends Endpoint>(endpoint: E, input?: Input<E>) => {
  const { headers, signal, ...content } = input ?? ({} as Input<E>)
  if (endpoint.method === 'DELETE') return repeatable([endpoint.id, content], () => client(endpoint, input), isGone)
  if (!isChange(endpoint)) return client(endpoint, input)
  return repeatable([endpoint.id, content], (key) =>
    client(endpoint, { ...(input as Input<E>), headers: { ...headers, 'idempotency-key': key } }),
  )
}

/** The answer with its ETag, for If-Match (optimistic concurrency). */
export async function callWithEtag<E extends Endpoint>(
  endpoint: E,
  input?: Input<E>,
): Promise<{ answer: AnswerOf<E>; etag: string | null }> {
  let etag: string | null = null
  const sendAndReadEtag: typeof fetch = async (url, init) => {
    const answer = await send(url, init)
    etag = answer.headers.get('etag')
    return answer
  }
  return { answer: await createClient(serverConfig.api, sendAndReadEtag)(endpoint, input), etag }
}

/** Downloads a file with the access token. */
export async function download(url: string, signal?: AbortSignal, sent: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Blob> {
  const answer = await send(url.replace(serverConfig.origin, ''), { signal, ...sent })
  if (!answer.ok) throw new ProblemError((await answer.json()) as Problem)
  return answer.blob()
}
