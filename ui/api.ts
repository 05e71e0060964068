import { signal } from '@preact/signals'
import { type Call, createClient, type Input, ProblemError } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/shared.ts'
import { noteReached, noteUnreachable } from './online.ts'
import { serverConfig } from './server-config.ts'
import { accessToken, renew } from './session.ts'
import { language } from './settings.ts'

// The typed call of the contract, by whoever is signed in, in the language they read.

export { ProblemError }
/** Nothing came back: the network is away, or the server is. */
export class Unreachable extends Error {}

/** The number under which the server recorded its last fault, for whoever reports one. */
export const lastProblem = signal<string | null>(null)

const reached = <T>(answering: Promise<T>): Promise<T> =>
  answering.then(
    (answer) => {
      noteReached()
      return answer
    },
    (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      noteUnreachable()
      throw new Unreachable()
    },
  )

/** Where the server cannot be reached there is no new token either. */
const bearerNow = (): Promise<string | null> =>
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
    // What was deleted goes even when the page is left that moment.
    return reached(fetch(url, { ...init, headers, keepalive: init.method === 'DELETE' }))
  }
  const bearer = await bearerNow()
  const answer = await attempt(bearer)
  if (answer.status >= 500) lastProblem.value = answer.headers.get('x-request-id')
  if (answer.status !== 401 || bearer === null) return answer
  return (await renew(bearer)) ? attempt(await bearerNow()) : answer
}

export const call: Call = createClient(serverConfig.api, send)

/** The answer, and the name of exactly this state of it: for If-Match, so that nobody overwrites what they have not seen. */
export async function callNamed<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<{ answer: AnswerOf<E>; etag: string | null }> {
  let etag: string | null = null
  const hear: typeof fetch = async (url, init) => {
    const answer = await send(url, init)
    etag = answer.headers.get('etag')
    return answer
  }
  return { answer: await createClient(serverConfig.api, hear)(endpoint, input), etag }
}

/** Bytes of a file, with the caller's rights. */
export async function download(url: string, signal?: AbortSignal, sent: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Blob> {
  const answer = await send(url.replace(serverConfig.origin, ''), { signal, ...sent })
  if (!answer.ok) throw new ProblemError((await answer.json()) as Problem)
  return answer.blob()
}

export type Upload<E extends Endpoint> = {
  params?: Record<string, string | number>
  fields: Record<string, string | number | null | undefined>
  files: File[]
  key?: string // Idempotency-Key: what was sent twice happens once
  signal?: AbortSignal
  onProgress?: (share: number) => void
  endpoint: E
}

/** multipart/form-data with progress, which fetch cannot report. */
export async function upload<E extends Endpoint>({
  endpoint,
  params = {},
  fields,
  files,
  key,
  signal,
  onProgress,
}: Upload<E>): Promise<AnswerOf<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null && value !== undefined) form.append(name, String(value))
  for (const file of files) form.append('files', file, file.name)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const attempt = (bearer: string | null) =>
    reached(
      new Promise<XMLHttpRequest>((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open(endpoint.method, serverConfig.api + path)
        request.responseType = 'json'
        request.setRequestHeader('accept-language', language.peek())
        if (bearer !== null) request.setRequestHeader('authorization', `Bearer ${bearer}`)
        if (key !== undefined && endpoint.method === 'POST') request.setRequestHeader('idempotency-key', key)
        request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
        request.onload = () => resolve(request)
        request.onerror = () => reject(new Error('network'))
        request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
        signal?.addEventListener('abort', () => request.abort())
        request.send(form)
      }),
    )
  signal?.throwIfAborted()
  const bearer = await bearerNow()
  let answer = await attempt(bearer)
  if (answer.status === 401 && bearer !== null && (await renew(bearer))) {
    signal?.throwIfAborted()
    answer = await attempt(await bearerNow())
  }
  if (answer.status >= 500) lastProblem.value = answer.getResponseHeader('x-request-id')
  // Something in between (a proxy) may answer in words of its own.
  if (answer.status >= 400 && answer.response === null) throw new Error(`HTTP ${answer.status}`)
  if (answer.status >= 400) throw new ProblemError(answer.response as Problem)
  return answer.response as AnswerOf<E>
}
