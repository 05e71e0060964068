// Loaded into every process of a test run (NODE_OPTIONS=--import, see observed-answers.ts): records the answers of our servers.
// Plain JavaScript without project imports: it is loaded first, by every Node that a test starts, Node 20 included.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.RECORD_ANSWERS
if (folder) {
  const file = join(folder, `${process.pid}-${Date.now()}.jsonl`)
  const seen = new Set()

  const record = (request, head, body) => {
    if (typeof head !== 'string' || !/^x-request-id: /im.test(head)) return // not a server of ours
    const type = /^content-type: ([^;\r]*)/im.exec(head)?.[1] ?? ''
    const line = JSON.stringify({
      method: request.method,
      path: request.url.split('?', 1)[0].slice(0, 500),
      status: Number(head.slice(9, 12)),
      type,
      code: type === 'application/problem+json' && typeof body === 'string' ? JSON.parse(body).code : null,
      by: process.argv[1] ?? '',
    })
    if (seen.has(line)) return
    seen.add(line)
    appendFileSync(file, `${line}\n`) // synchronously: the process may be killed
  }

  // Cached responses are written to the socket in one piece, without writeHead.
  const waiting = new WeakMap() // by socket: the calls that are not answered yet
  const watch = (socket) => {
    const calls = []
    const { write } = socket
    socket.write = function (text, ...others) {
      const result = write.call(this, text, ...others)
      if (typeof text === 'string' && text.startsWith('HTTP/1.1 ')) {
        const call = calls.find(({ response, isRecorded }) => !isRecorded && response.socket === socket && !response.headersSent)
        const end = text.indexOf('\r\n\r\n')
        if (call) {
          call.isRecorded = true
          record(call.request, text.slice(0, end), text.slice(end + 4))
        }
      }
      return result
    }
    return calls
  }

  subscribe('http.server.request.start', ({ request, response }) => {
    const { write, end } = response
    const call = { request, response, isRecorded: false }
    const calls = waiting.get(request.socket) ?? watch(request.socket)
    waiting.set(request.socket, calls)
    calls.push(call)
    response.once('close', () => calls.splice(calls.indexOf(call), 1))
    const recording = (method) =>
      function (...given) {
        const result = method.apply(this, given)
        if (!call.isRecorded) {
          call.isRecorded = true
          record(request, response._header, given[0])
        }
        return result
      }
    response.write = recording(write)
    response.end = recording(end)
  })
}
