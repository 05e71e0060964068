import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Call, headTextOf, linesOf } from '#http/call.ts'

// Fast path. writeHead() validates and joins the headers of every response and writes headers and body separately. For a cached response
// the headers are precomputed as a string and sent with a small body in one write. Measured: docs/decisions/0004-ready-bytes.md.
//
// This relies on one internal of Node: an OutgoingMessage sends the text in `_header`, if set, before its first bytes. Without it, or
// without a keep-alive connection, the caller uses writeHead(); a test compares both.

// A small body is a latin1 string, sent in one write with its headers; a large one is a buffer.
export type Form = { body: Buffer | string; size: number; headers: string[]; head?: string; unchanged?: Form }

type Inner = ServerResponse & { _header: string | null; _hasBody: boolean; maxRequestsOnConnectionReached?: boolean }

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

/** False when the fast path cannot be used; nothing is written then. */
export function tryFastWrite(call: Call, status: 200 | 304 | 404 | 503, form: Form): boolean {
  const { message, response } = call
  const inner = response as Inner
  const isPlain = call.method !== 'HEAD' && inner._header === null && response.shouldKeepAlive && message.httpVersionMinor === 1
  if (!isPlain || inner.maxRequestsOnConnectionReached) return false
  form.head ??= `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(form.headers)}`
  inner._header = form.head + headTextOf(call) + tailLines(call.startedAt)
  if (form.size === 0) {
    inner._hasBody = false
    response.end()
  } else response.end(form.body, 'latin1')
  return true
}
