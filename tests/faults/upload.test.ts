import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { File } from '#contract/project.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { portOf, rawConnection } from '#tests/support/raw.ts'
import { type Person, sendForm, uploadForm } from '#tests/support/result.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// The service in a child process, with its own durable database: interrupted, killed and overloaded.

const people = ['anna', 'boris', 'vera', 'gleb', 'curator', 'admin']
let folder: string
let service: WholeProcess
let persons: Person[]
const boris = () => persons[1]!

let publicUrl: string | undefined // stays the same when the process restarts on another port, so that tokens stay valid
const start = async (): Promise<void> => {
  service = await startProcess(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) })
  publicUrl ??= `http://localhost:${portOf(service.origin)}`
}
const enter = async (login: string): Promise<Person> => {
  const { accessToken, user } = await signIn({ origin: service.origin, authUrl: `${service.origin}/auth` }, login)
  return { id: user.id, token: accessToken }
}
const api = (path: string): string => `${service.origin}/api${path}`
const temporaryFiles = () => readdir(join(folder, 'files', '.tmp')).catch(() => [])

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-faults-'))
  await start()
  persons = await Promise.all(people.map(enter))
})
after(async () => {
  await service.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const put = (content: string, category = 'Report') =>
  sendForm(api('/project/results/upload-file'), boris(), uploadForm({ category, content }))
const replace = (id: number, content: string) =>
  sendForm(api('/project/results/change-file'), boris(), [field('file', String(id)), file('report.txt', content)])
const read = async (id: number): Promise<string> => (await fetch(api(`/file/${id}`))).text()

/** Temporary files left after ten seconds; none if half a second passes without any, because the last disconnects are noticed late. */
async function untilEmpty(): Promise<string[]> {
  let left = await temporaryFiles()
  for (let tries = 0, calm = 0; tries < 200 && calm < 10; tries++) {
    await wait(50)
    left = await temporaryFiles()
    calm = left.length === 0 ? calm + 1 : 0
  }
  return left
}

test('an upload cut at any byte leaves no temporary file and no row, and the previous version intact', async () => {
  const present = (await (await put('whole')).json()) as File
  const body = formBody([field('file', String(present.id)), file('report.txt', 'x'.repeat(20_000))])
  const head = `POST /api/project/results/change-file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${boris().token}\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`
  const cuts = [
    ...Array.from({ length: 40 }, (_, n) => n * 13 + 1),
    ...Array.from({ length: 30 }, (_, n) => 600 + n * 650),
    body.length - 1,
  ]
  for (const [n, cut] of cuts.entries()) {
    const connection = await rawConnection(portOf(service.origin))
    connection.send(head)
    connection.send(body.subarray(0, Math.min(cut, body.length - 1)))
    await wait(n % 4)
    if (n % 2 === 0) connection.end()
    else {
      connection.socket.end()
      await connection.closed(20_000)
    }
    await wait(2)
  }
  assert.deepEqual(await untilEmpty(), [])
  assert.equal(await read(present.id), 'whole')
  let next = await replace(present.id, 'the next')
  while (next.status === 429) next = await wait(100).then(() => replace(present.id, 'the next')) // the last disconnects have not been noticed yet
  assert.equal(((await next.json()) as File).version, 2, 'no version was created in between')
})

const rssOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Streams a form with `size` bytes of text without having them in memory. */
function sendLarge(person: Person, size: number): Promise<number> {
  const whole = formBody(uploadForm({ category: 'Video', name: 'large.txt', content: '' }))
  const at = whole.lastIndexOf('\r\n--') // position of the content
  const part = Buffer.alloc(65_536, 'a')
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': FORM_TYPE, 'content-length': whole.length + size }
    const call = request(api('/project/results/upload-file'), { method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!))
    })
    call.once('error', reject)
    call.write(whole.subarray(0, at))
    let left = size
    const more = (): void => {
      while (left > 0) {
        const next = part.subarray(0, Math.min(left, part.length))
        left -= next.length
        if (!call.write(next)) return void call.once('drain', more)
      }
      call.end(whole.subarray(at))
    }
    more()
  })
}

test('large uploads, as many at once as the limit allows, are not buffered in memory', async (t) => {
  if (process.platform !== 'linux') return t.skip('reads /proc: run it on Linux with npm test tests/faults/upload')
  const pid = service.child.pid!
  const stranger = { id: 0, token: 'nobody' }
  // Baseline: memory that Node itself needs to pass so many bytes, without receiving any.
  await Promise.all(Array.from({ length: 20 }, () => sendLarge(stranger, 20_000_000)))
  const grown = async (): Promise<number> => {
    const before = rssOf(pid)
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, rssOf(pid))
    }, 50)
    try {
      const statuses = await Promise.all([...persons, ...persons].map((person) => sendLarge(person, 50_000_000)))
      for (const status of statuses) assert.ok([200, 403, 409].includes(status), String(statuses))
    } finally {
      clearInterval(watch)
    }
    return Math.round(peak - before)
  }
  // Uncollected garbage only adds: buffering would show in every round, so the best round counts.
  const rounds = [await grown()]
  while (rounds.at(-1)! >= 64 && rounds.length < 3) rounds.push(await grown())
  t.diagnostic(`memory grew by ${rounds.join(', ')} MB`)
  assert.ok(rounds.at(-1)! < 64, `memory grew by ${rounds.join(', ')} MB`)
  assert.deepEqual(await untilEmpty(), [])
})

test('acknowledged uploads exist after kill -9 at any step', async () => {
  const acknowledged = new Map<number, string>()
  const first = (await (await put('step 0', 'Data set')).json()) as File
  acknowledged.set(first.id, 'step 0')
  for (const patience of [0, 4, 8, 16]) {
    const content = `killed after ${patience} ms`
    // After a lost response either version is right.
    const under = replace(first.id, content).then(
      ({ status }) => status === 200 && acknowledged.set(first.id, content),
      () => false,
    )
    await wait(patience)
    await service.kill('SIGKILL')
    await under
    await start()
    const now = await read(first.id)
    assert.ok([acknowledged.get(first.id), content].includes(now), now)
    acknowledged.set(first.id, now)
    // No incomplete file under its final name: the content matches the hash in the name.
    assert.equal((await replace(first.id, `after ${content}`)).status, 200)
    assert.equal(await read(first.id), `after ${content}`)
    acknowledged.set(first.id, `after ${content}`)
  }
  assert.ok(readdirSync(join(folder, 'files', 'blobs')).length > 0)
})
