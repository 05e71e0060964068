import { ProblemError } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/shared.ts'
import { bearerToken, isChange, lastErrorId, trackReachability } from '#ui/server/api.ts'
import { repeatable } from '#ui/server/repeatable.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { renew } from '#ui/session/session.ts'
import { language } from '#ui/settings.ts'

export type Upload<E extends Endpoint> = {
  params?: Record<string, string | number>
  fields: Record<string, string | number | null | undefined>
  files: File[]
  key?: string // Idempotency-Key, if the caller keeps it
  signal?: AbortSignal
  onProgress?: (share: number) => void
  endpoint: E
}

const contentOf = ({ endpoint, params, fields, files }: Upload<Endpoint>): unknown => [
  endpoint.id,
  params,
  fields,
  files.map(({ name, size, lastModified }) => [name, size, lastModified]),
]

export const upload = <E extends Endpoint>(given: Upload<E>): Promise<AnswerOf<E>> =>
  given.key === undefined && isChange(given.endpoint)
    ? repeatable(contentOf(given), (key) => uploadOnce({ ...given, key }))
    : uploadOnce(given)

/** multipart/form-data by XMLHttpRequest: fetch reports no upload progress. */
async function uploadOnce<E extends Endpoint>({
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
    trackReachability(
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
        request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
        signal?.addEventListener('abort', () => request.abort())
        request.send(form)
      }),
    )
  signal?.throwIfAborted()
  const bearer = await bearerToken()
  let answer = await attempt(bearer)
  if (answer.status === 401 && bearer !== null && (await renew(bearer))) {
    signal?.throwIfAborted()
    answer = await attempt(await bearerToken())
  }
  if (answer.status >= 500) lastErrorId.value = answer.getResponseHeader('x-request-id')
  // A proxy may answer without a problem document.
  if (answer.status >= 400 && answer.response === null) throw new Error(`HTTP ${answer.status}`)
  if (answer.status >= 400) throw new ProblemError(answer.response as Problem)
  return answer.response as AnswerOf<E>
}
