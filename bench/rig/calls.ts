import { request } from 'node:http'

export type CallAnswer = { status: number; code: string; body: Record<string, unknown> | null; ms: number }
type CallRequest = {
  method: string
  path: string
  /** The address the caller has, on the loopback network: limits are counted per address. */
  from: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export const NGINX_PORT = 8080
const TIMEOUT_MS = 25_000

/** One call through nginx, on a connection of its own. Status 0: no answer, or not a complete one. */
export function call({ method, path, from, headers = {}, body }: CallRequest): Promise<CallAnswer> {
  const startedAt = performance.now()
  const done = (status: number, code: string, json: CallAnswer['body'] = null): CallAnswer => ({
    status,
    code,
    body: json,
    ms: Math.round(performance.now() - startedAt),
  })
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { host: '127.0.0.1', port: NGINX_PORT, localAddress: from, agent: false, method, path, headers: { ...length, ...headers } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('error', (error) => resolve(done(0, error.message)))
        response.on('end', () => {
          const { statusCode = 0 } = response
          try {
            const json = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
            resolve(done(statusCode, String(json.code ?? ''), json))
          } catch {
            // nginx answers with HTML when no node does.
            resolve(statusCode === 200 ? done(0, 'not JSON') : done(statusCode, 'nginx'))
          }
        })
      },
    )
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('timeout')))
    sent.on('error', (error) => resolve(done(0, (error as { code?: string }).code ?? error.message)))
    sent.end(body)
  })
}
