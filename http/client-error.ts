import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app.ts'
import { nextId } from './call.ts'
import { problemOf, Refusal } from './response/problem.ts'

// Parse errors and timeouts that Node reports before there is a call: the problem is written directly to the socket.
// Returns what to log, or nothing when the client has disconnected.
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, { config, settings }: Pick<App, 'config' | 'settings'>) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = nextId()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('headers_too_large', { limit: 16_384 })
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Refusal('request_timeout', { seconds: 10 })
        : new Refusal('bad_http')
  const { status, headers, body } = problemOf(refusal, settings.locale, id, config.docsUrl)
  const size = Buffer.byteLength(body)
  const lines = Object.entries({
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': size,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  return { id, code: refusal.code, status, size }
}
