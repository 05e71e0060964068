import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { after, afterEach, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { presets } from '#http/limits/presets.ts'
import { type ResourceName, resources } from '#http/limits/resources.ts'
import { FORM_TYPE, formBody } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { type FileService, fileOf, type Person, personOf, startWithFiles, upload, uploadForm } from '#tests/support/result.ts'
import { patient, startService } from '#tests/support/service.ts'
import { openSession } from '#tests/support/session.ts'
import { fieldStart } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'
import { type Ask, ATTACKER, callsFrom, forwardedFor, HONEST, openRaw, shareServed } from '#tests/support/world/crowd.ts'

// For each resource of http/limits/resources.ts: one address uses up its share, and tries more than all places there are, while another address is
// served. The addresses are those a trusted proxy reports, so that the limit of connections does not help.

let service: FileService
let largeFile = 0
let [attacker, honest]: Ask[] = []
const sockets: Socket[] = []
const halfSent: Opened[] = [] // ended by the deadline while other tests run
const tested = new Set<ResourceName>()

// Without rate limits, which would only delay the attack.
const shares = { ...presets.on.shares, signInWork: 100 }
const limits = { calls: null, search: null, shares }

before(async () => {
  service = await startWithFiles({ limits, connection: patient, env: { TRUST_PROXY: '127.0.0.1' } })
  attacker = callsFrom(service, ATTACKER)
  honest = callsFrom(service, HONEST)
})
after(() => service.close())
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const shareOf = (name: ResourceName): number => shares[name]!
const open = async (request: string, localAddress?: string) => {
  const opened = await openRaw(service, request, localAddress)
  sockets.push(opened.socket)
  return opened
}
const openMany = (count: number, request: (n: number) => string) => Promise.all(Array.from({ length: count }, (_, n) => open(request(n))))
type Opened = Awaited<ReturnType<typeof open>>
const countOf = (opened: Opened[], status: number) => opened.filter((one) => one.status() === status).length

async function until(fact: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!fact()) {
    assert.ok(performance.now() < deadline, what)
    await sleep(10)
  }
}

// Every call is a cache miss, so it needs a place; half of them have a body.
let probes = 0
const probe = (): Promise<Response> => {
  probes++
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  if (probes % 2 === 0) return honest!(`/tag?probe=${probes}`)
  return honest!('/project/findmany', { ...json, body: JSON.stringify({ filters: { text: `probe ${probes}` } }) })
}
async function assertServed(ask: () => Promise<Response> = probe, count = 100): Promise<void> {
  const share = await shareServed(count, ask)
  assert.ok(share >= 0.99, `${share * 100} % of the calls of the other address were served`)
}

/** Locks a table while the work runs: calls that need it wait. */
const whileLocked = (table: string, work: () => Promise<void>): Promise<void> =>
  service.sql.begin(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql.unsafe(`lock table ${table} in access exclusive mode`)
    await work()
  })

const covers = (name: ResourceName, title: string, run: () => Promise<void>): void => {
  tested.add(name)
  test(`${name}: ${title}`, { timeout: 120_000 }, run)
}

covers('bodyReaders', 'bodies that never arrive, as JSON and as forms', async () => {
  const { deadlineMs } = resources.bodyReaders
  const targets = [
    ['/api/project/findmany', 'application/json'],
    ['/api/mail/unsubscribe', 'application/x-www-form-urlencoded'],
    ['/api/mail/unsubscribe', FORM_TYPE],
    ['/auth/mobile/exchange', 'application/json'],
  ]
  const request = (n: number) => {
    const [path, type] = targets[n % targets.length]!
    return `POST ${path} HTTP/1.1\r\n${forwardedFor(ATTACKER)}Content-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`
  }
  const startedAt = performance.now()
  const opened = await Promise.all(Array.from({ length: shareOf('bodyReaders') + 50 }, (_, n) => openRaw(service, request(n))))
  halfSent.push(...opened)
  await until(() => countOf(opened, 429) === opened.length - shareOf('bodyReaders'), 'those beyond the share are refused')
  assert.ok(performance.now() - startedAt < deadlineMs, 'the others are still waiting')
  await assertServed()
})

covers('concurrentCalls', 'calls that wait for the database', async () => {
  await whileLocked('avatar', async () => {
    const path = `/api/avatar/1?v=${'a'.repeat(32)}`
    const opened = await openMany(
      resources.concurrentCalls.total + 10,
      (n) => `GET ${path}&n=${n} HTTP/1.1\r\n${forwardedFor(ATTACKER)}\r\n`,
    )
    await until(() => countOf(opened, 429) === opened.length - shareOf('concurrentCalls'), 'those beyond the share are refused')
    await assertServed()
  })
})

covers('downloads', 'downloads that are never read', async () => {
  const boris = await personOf(service, 'boris')
  const content = randomBytes(4 * 1024 * 1024).toString('hex')
  const { id, sha256 } = await fileOf(await upload(service, boris, { content }))
  largeFile = id
  const opened = await openMany(resources.downloads.total + 10, () => `GET /api/file/${id} HTTP/1.1\r\n${forwardedFor(ATTACKER)}\r\n`)
  await until(() => countOf(opened, 429) === opened.length - shareOf('downloads'), 'those beyond the share are refused')
  assert.equal(countOf(opened, 200), shareOf('downloads'))
  const response = await honest!(`/file/${id}`)
  assert.equal(response.headers.get('etag'), `"${sha256}"`)
  assert.equal((await response.arrayBuffer()).byteLength, content.length)
  await assertServed(() => honest!(`/file/${id}`, { headers: { range: 'bytes=0-200000' } }), 30)
  await assertServed()
  const own = Array.from({ length: resources.downloads.perOwner.person + 1 }, (_, n) => {
    const from = forwardedFor(`198.51.100.${n}`)
    return open(`GET /api/file/${id} HTTP/1.1\r\n${from}Authorization: Bearer ${boris.token}\r\n\r\n`)
  })
  const one = await Promise.all(own)
  await until(() => countOf(one, 429) === 1, 'a person has one share, at any number of addresses')
})

covers('eventStreams', 'event streams through a proxy', async () => {
  const request = `GET /api/events HTTP/1.1\r\n${forwardedFor(ATTACKER)}\r\n`
  const opened = await openMany(shareOf('eventStreams') + 20, () => request)
  await until(() => countOf(opened, 429) === 20 && countOf(opened, 200) === shareOf('eventStreams'), 'those beyond the share are refused')
  const streams = await openMany(10, () => `GET /api/events HTTP/1.1\r\n${forwardedFor(HONEST)}\r\n`)
  await until(() => countOf(streams, 200) === 10, 'the other address gets its streams')
  await assertServed()
})

covers('eventStreams', 'event streams of many addresses: one beyond the total is refused as such', async () => {
  const { streams } = service.app
  const { total, retrySeconds } = resources.eventStreams
  await until(() => streams.count === 0, 'those of earlier tests are closed')
  const batch = shareOf('eventStreams')
  for (let n = 0; streams.count < total; n++) {
    const count = Math.min(batch, total - streams.count)
    const opened = await openMany(count, () => `GET /api/events HTTP/1.1\r\n${forwardedFor(`198.51.100.${n}`)}\r\n`)
    await until(() => countOf(opened, 200) === count, 'each address gets its share')
  }
  const refused = await honest!('/events')
  assert.equal(refused.headers.get('retry-after'), String(retrySeconds))
  await assertProblem(refused, 'too_many_streams')
  await assertServed()
})

covers('uploads', 'uploads that never end', async () => {
  const logins = ['boris', 'vera', 'anna', 'gleb', 'curator', 'admin']
  const people = await Promise.all(logins.map(async (login) => (await openSession(service, login)).accessToken))
  const request = (token: string, address: string) => {
    const half = formBody(uploadForm({}), { isClosed: false }).toString('latin1')
    const headers = `Authorization: Bearer ${token}\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: 100000\r\n`
    return `POST /api/project/results/upload-file HTTP/1.1\r\n${forwardedFor(address)}${headers}\r\n${half}`
  }
  const own = await openMany(resources.uploads.perOwner.person + 1, () => request(people[0]!, '198.51.100.1'))
  await until(() => countOf(own, 429) === 1, 'a person has one share')
  for (const { socket } of own) socket.destroy()
  const opened = await openMany(12, (n) => request(people[n % 6]!, ATTACKER))
  await until(() => countOf(opened, 429) === 12 - shareOf('uploads'), 'an address has one share')
  for (const { socket } of opened.slice(0, 2)) socket.destroy()
  const boris: Person = { id: 0, token: people[0]! }
  const send = () => upload(service, boris, { content: 'done', category: 'Source code' }, { 'x-forwarded-for': HONEST })
  await until(() => opened.slice(0, 2).every(({ socket }) => socket.closed), 'closed')
  let status = 0
  for (const deadline = performance.now() + 30_000; status !== 200 && performance.now() < deadline; await sleep(20))
    ({ status } = await send())
  assert.equal(status, 200)
  await assertServed()
})

covers('signInPages', 'sign-out pages that wait for the database', async () => {
  const { accessToken } = await openSession(service, 'gleb')
  const request = `GET /auth/logout HTTP/1.1\r\n${forwardedFor(ATTACKER)}Authorization: Bearer ${accessToken}\r\n\r\n`
  await whileLocked('auth.session', async () => {
    const opened = await openMany(resources.concurrentCalls.total + 10, () => request)
    await until(() => countOf(opened, 429) === opened.length - shareOf('signInPages'), 'those beyond the share are refused')
    await assertServed()
    await assertServed(() => honest!(fieldStart(service), { redirect: 'manual' }), 20)
  })
})

covers('signInWork', 'valid refresh tokens of one address wait in turn with those of others', async () => {
  const greedy = await Promise.all(Array.from({ length: 40 }, () => openSession(service, 'gleb')))
  const other = await openSession(service, 'vera')
  const refreshAs = (ask: Ask, refreshToken: string) =>
    ask(`${service.authUrl}/mobile/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })
  const finished: string[] = []
  const all: Promise<unknown>[] = []
  const statuses: number[] = []
  await whileLocked('auth.session', async () => {
    const count = shareOf('signInWork') + 20
    for (let n = 0; n < count; n++)
      all.push(
        refreshAs(attacker!, greedy[n % greedy.length]!.refreshToken).then(({ status }) => {
          statuses.push(status)
          finished.push('attacker')
        }),
      )
    await until(() => statuses.length > 0, 'those beyond the share are refused')
    assert.ok(statuses.every((status) => status === 429))
    all.push(
      refreshAs(honest!, other.refreshToken).then(({ status }) => {
        assert.equal(status, 200)
        finished.push('other')
      }),
    )
  })
  await assertServed()
  await Promise.all(all)
  const served = finished.slice(statuses.filter((status) => status === 429).length)
  assert.ok(served.indexOf('other') < served.length / 2, `the other was served as number ${served.indexOf('other')} of ${served.length}`)
})

test('signInWork: two thousand invented codes never reach the database', { timeout: 120_000 }, async (t) => {
  t.after(() => {
    service.onStatement = () => {}
  })
  const statements: string[] = []
  service.onStatement = (text) => {
    if (/auth\.|audit/.test(text)) statements.push(text)
  }
  const bytes = (n: number) => {
    const body = JSON.stringify({ code: n % 2 ? `pj_ac_${randomBytes(32).toString('base64url')}` : `guess ${n}` })
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    return `POST /auth/mobile/exchange HTTP/1.1\r\n${forwardedFor(ATTACKER)}${headers}\r\n${body}`
  }
  const opened = await openMany(20, (n) => Array.from({ length: 100 }, (_, i) => bytes(n * 100 + i)).join(''))
  await assertServed()
  for (const { socket } of opened) socket.resume()
  await until(() => opened.every((one) => one.status() > 0), 'all are answered')
  assert.deepEqual(
    opened.map((one) => one.status()),
    opened.map(() => 401),
  )
  assert.deepEqual(
    statements.filter((text) => /auth\.code/.test(text)),
    [],
  )
})

covers('connections', 'connections without a proxy', async () => {
  const direct = await startService({
    database: service.database,
    env: { DATA_DIR: service.folder },
    limits: { ...presets.on, calls: null, search: null, shares: { connections: 20 } },
  })
  try {
    const opened = await Promise.all(Array.from({ length: 40 }, () => openRaw(direct, '')))
    for (const { socket } of opened) socket.resume()
    await until(() => opened.filter(({ socket }) => socket.closed).length === 20, 'those beyond the share are closed')
    const other = await openRaw(direct, 'GET /api/tag HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.2')
    await until(() => other.status() === 200, 'the other address is served')
    for (const { socket } of [...opened, other]) socket.destroy()
  } finally {
    await direct.close()
  }
})

test('a client that takes no byte of a response is disconnected', { timeout: 60_000 }, async () => {
  const limits = { ...presets.off, stallMs: 300 }
  const impatient = await startService({ database: service.database, limits, env: { DATA_DIR: service.folder } })
  try {
    const many = Array.from({ length: 400 }, (_, n) => `GET /api/project/active?n=${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
    for (const request of [`GET /api/file/${largeFile} HTTP/1.1\r\nHost: x\r\n\r\n`, many]) {
      const closed = new Promise<void>((resolve) => impatient.http.server.once('connection', (socket) => socket.once('close', resolve)))
      const { socket } = await openRaw(impatient, request)
      await closed
      socket.destroy()
    }
  } finally {
    await impatient.close()
  }
})

test('bodyReaders: bodies that never arrive are refused after ten seconds', async () => {
  await until(() => countOf(halfSent, 408) === shareOf('bodyReaders'), 'the held ones time out')
  for (const { socket } of halfSent) socket.destroy()
})

test('every resource of the HTTP layer has been tried', () => {
  assert.deepEqual([...tested].toSorted(), Object.keys(resources).toSorted())
})
