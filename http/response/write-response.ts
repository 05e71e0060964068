import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Call, headTextOf, linesOf } from '#http/call.ts'

// Fast path. writeHead() validates and joins the headers of every response, which takes a sixth of the time of a call. For a cached response
// the headers are a string made beforehand, which is written to the socket together with a small body; then the response is told that it has
// been sent. Measured: docs/decisions/0004-ready-bytes.md. In all other cases the caller uses writeHead(); a test compares both.

// A small body is a latin1 string, sent in one write with its headers; a large one is a buffer.
export type Form = { body: Buffer | string; size: number; headers: string[]; head?: string; unchanged?: Form }

type Limited = ServerResponse & { maxRequestsOnConnectionReached?: boolean }

let tail = ''
let tailUntil = 0
// Header lines that change once a second; `now` is performance.now().
function tailLines(now: number): string {
  if (now >= tailUntil || now < tailUntil - 1000) {
    const wallClock = Date.now()
    tailUntil = now + 1000 - (wallClock % 1000)
    tail = `Date: ${new Date(wallClock).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\n`
  }
  return tail
}

/**
 * False when the fast path cannot be used; nothing is written then. Bytes that the client has not taken yet are left to Node, which stops
 * reading from a connection that sends requests and reads no responses.
 */
export function tryFastWrite(call: Call, status: 200 | 304 | 404 | 503, form: Form): boolean {
  const { message, response } = call
  const { socket } = response
  if (socket === null || socket.writableLength > 0 || typeof form.body !== 'string') return false
  const isPlain = call.method !== 'HEAD' && !response.headersSent && response.shouldKeepAlive && message.httpVersionMinor === 1
  if (!isPlain || (response as Limited).maxRequestsOnConnectionReached) return false
  form.head ??= `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(form.headers)}`
  response.statusCode = status
  socket.write(form.head + headTextOf(call) + tailLines(call.startedAt) + form.body, 'latin1')
  response.emit('finish')
  return true
}
