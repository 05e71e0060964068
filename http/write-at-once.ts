import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { type Call, headTextOf, linesOf } from './call.ts'

// The usual way checks and joins each header of each answer anew and hands head and body over apart. For a ready answer all that is known
// beforehand: its head is one text, a small body is another, and the two leave in one write. Measured: docs/decisions/0004-ready-bytes.md.
//
// It leans on one thing of Node's: an OutgoingMessage sends the text in `_header`, if there is one, in front of its first bytes. Where that
// or a plain keep-alive exchange is not given, the caller takes the usual way, and a test compares the two.

// A small body is a text with one character a byte, which leaves in one write with its head; a large one travels better as a buffer.
export type Form = { body: Buffer | string; size: number; headers: string[]; head?: string; unchanged?: Form }

type Inner = ServerResponse & { _header: string | null; _hasBody: boolean; maxRequestsOnConnectionReached?: boolean }

let tail = ''
let tailUntil = 0
// The lines that change once a second; `now` is the process's own clock in milliseconds.
function tailLines(now: number): string {
  if (now >= tailUntil || now < tailUntil - 1000) {
    const wall = Date.now()
    tailUntil = now + 1000 - (wall % 1000)
    tail = `Date: ${new Date(wall).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\n`
  }
  return tail
}

export function writeAtOnce(message: IncomingMessage, response: ServerResponse, status: 200 | 304 | 404, form: Form, call: Call): boolean {
  const inner = response as Inner
  const isPlain = message.method !== 'HEAD' && inner._header === null && response.shouldKeepAlive && message.httpVersionMinor === 1
  if (!isPlain || inner.maxRequestsOnConnectionReached) return false
  form.head ??= `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(form.headers)}`
  inner._header = form.head + headTextOf(call) + tailLines(call.startedAt)
  if (form.size === 0) {
    inner._hasBody = false
    response.end()
  } else response.end(form.body, 'latin1')
  return true
}
