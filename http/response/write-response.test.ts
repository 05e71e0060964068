import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startService, type TestService } from '#tests/support/service.ts'

// The fast path and writeHead() must send the same response. Connection: close uses writeHead(), keep-alive the fast path.

let service: TestService
before(async () => {
  service = await startService({ env: { CORS_ORIGINS: 'https://app.example.org', RATE_LIMITS: 'campus' } })
  for (const path of ['/project/active', '/project/new?limit=1', '/tag']) for (let i = 0; i < 3; i++) await fetch(service.url + path)
})
after(() => service.close())

function exchange(lines: string[]): Promise<{ head: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part) => {
      parts.push(part)
      const bytes = Buffer.concat(parts)
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = bytes.toString('latin1', 0, end).split('\r\n')
      const size = Number(/^content-length: (\d+)$/im.exec(head.join('\n'))?.[1] ?? 0)
      if (bytes.length < end + 4 + size) return
      assert.equal(bytes.length, end + 4 + size, 'nothing follows the body')
      socket.destroy()
      resolve({ head, body: bytes.subarray(end + 4) })
    })
    socket.on('error', reject)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

// Headers that differ between two exchanges.
const own = /^(date|x-request-id|ratelimit|connection|keep-alive):/i
const same = (head: string[]) => head.filter((line) => !own.test(line)).toSorted()

const asks: Record<string, string[]> = {
  'a large list': ['GET /api/project/active HTTP/1.1', 'Host: a'],
  'a small list': ['GET /api/project/new?limit=1 HTTP/1.1', 'Host: a'],
  'a packed list': ['GET /api/project/active HTTP/1.1', 'Host: a', 'Accept-Encoding: gzip'],
  'a page of another origin': ['GET /api/tag HTTP/1.1', 'Host: a', 'Origin: https://app.example.org'],
}

for (const [what, lines] of Object.entries(asks)) {
  test(`${what} is the same by the fast path as by writeHead()`, async () => {
    const quick = await exchange(lines)
    const usual = await exchange([...lines, 'Connection: close'])
    assert.ok(quick.head.includes('Keep-Alive: timeout=75') && !quick.head.some((line) => /max=/.test(line)), 'this one went the quick way')
    assert.deepEqual(same(quick.head), same(usual.head))
    assert.deepEqual(quick.body, usual.body)
    for (const name of ['Date', 'X-Request-Id', 'RateLimit', 'Connection'])
      for (const { head } of [quick, usual])
        assert.equal(head.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)).length, 1, name)
  })
}

test('If-None-Match gets a 304 without a body on both paths', async () => {
  const first = await exchange(asks['a large list']!)
  const etag = first.head.find((line) => line.startsWith('ETag:'))!.slice(6)
  const lines = [...asks['a large list']!, `If-None-Match: ${etag}`]
  const quick = await exchange(lines)
  const usual = await exchange([...lines, 'Connection: close'])
  assert.equal(quick.head[0], 'HTTP/1.1 304 Not Modified')
  assert.equal(quick.body.length, 0)
  assert.deepEqual(same(quick.head), same(usual.head))
})

test('a client that sends requests and reads no responses makes the service keep one response at most, and gets all when it reads', async () => {
  const accepting = once(service.http.server, 'connection')
  const client = connect(Number(new URL(service.origin).port), '127.0.0.1')
  client.pause()
  const [socket] = (await accepting) as [Socket]
  const calls = 3000
  const before = service.logged.length
  let most = 0
  const write = socket.write.bind(socket) as typeof socket.write
  socket.write = ((...args: Parameters<typeof socket.write>) => {
    const isFlowing = write(...args)
    most = Math.max(most, socket.writableLength)
    return isFlowing
  }) as typeof socket.write
  client.write(`${asks['a large list']!.join('\r\n')}\r\n\r\n`.repeat(calls - 1))
  client.write(`${asks['a large list']!.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  let received = 0
  const answered = new Promise((resolve) => client.on('end', resolve))
  let rest = '' // a status line may be cut in two parts
  client.on('data', (part) => {
    const lines = (rest + part.toString('latin1')).split('HTTP/1.1 ')
    received += lines.length - 1
    rest = lines.at(-1)!.slice(-8)
  })
  while (service.logged.length - before < 20) await setTimeout(10) // the first ones are in the buffers of the system
  client.resume()
  await answered
  assert.equal(received, calls)
  assert.ok(most < 2 ** 20, `${most} bytes waited for the client`)
})
