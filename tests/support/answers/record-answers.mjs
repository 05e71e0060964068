// Loaded into every process of a test run (NODE_OPTIONS=--import, see observed-answers.ts): records the answers of our servers.
// Plain JavaScript without project imports: it is loaded first, by every Node that a test starts, Node 20 included.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env.RECORD_ANSWERS
if (folder) {
  const file = join(folder, `${process.pid}-${Date.now()}.jsonl`)
  const seen = new Set()

  const record = (request, response, body) => {
    const head = response._header // cached responses set it directly, without writeHead
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

  subscribe('http.server.request.start', ({ request, response }) => {
    const { write, end } = response
    let isRecorded = false
    const recording = (call) =>
      function (...given) {
        const result = call.apply(this, given)
        if (!isRecorded) {
          isRecorded = true
          record(request, response, given[0])
        }
        return result
      }
    response.write = recording(write)
    response.end = recording(end)
  })
}
