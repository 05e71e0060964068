import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { importLimits } from '#spreadsheet/read/worker-thread.ts'
import { FORM_TYPE, type FormPart, field, file, formBody } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { greyPng, interlacedPng } from '#tests/support/sample/png.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { type FieldTokens, signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// Files that are expensive to process. One person exhausts what they may use; another one does not notice.

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let service: TestService
let curator: FieldTokens
let admin: FieldTokens
let gleb: FieldTokens
let boris: FieldTokens
let vera: FieldTokens
before(async () => {
  service = await startService()
  const enter = (login: string) => signIn(service, login)
  ;[curator, admin, gleb, boris, vera] = await Promise.all([enter('curator'), enter('admin'), enter('gleb'), enter('boris'), enter('vera')])
})
after(() => service.close())

function send(method: string, path: string, { accessToken }: FieldTokens, parts: FormPart[], signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': FORM_TYPE }
  return fetch(`${service.url}${path}`, { method, headers, body: formBody(parts) as Buffer<ArrayBuffer>, signal })
}
const sheetOf = (rows: string[][]) => file('sheet.csv', rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
const importAs = (who: FieldTokens, sheet: FormPart, mode = 'try', signal?: AbortSignal) =>
  send('POST', '/console/import/project', who, [field('mode', mode), sheet], signal)
const exportAs = ({ accessToken }: FieldTokens) =>
  fetch(`${service.url}/console/export/tag?format=csv`, { headers: { authorization: `Bearer ${accessToken}` } })
const reportOf = async (response: Response): Promise<ImportReport> => {
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as ImportReport
}

/** The CPU time of the longest turn of the event loop during the work. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const watch = (async () => {
    while (!isOver) {
      const before = process.threadCpuUsage()
      await new Promise((resolve) => setImmediate(resolve))
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await watch
  return longest
}

test('cells of 49,000 line breaks do not block the service for longer than other cells', async () => {
  const heads = ['name', 'developerRequirements', 'projectRequirements', 'tags']
  const rowsOf = (cell: string) => Array.from({ length: 3 }, (_, n) => [`Sheet ${n}`, cell, cell, cell])
  const honest = sheetOf([heads, ...rowsOf('Requirement '.repeat(4083))])
  const hostile = sheetOf([heads, ...rowsOf('\n'.repeat(49_000))])
  const usual = await longestTurn(async () => reportOf(await importAs(curator, honest)))
  const turns: number[] = [] // the least counts: a garbage collection can be in any of them
  for (let n = 0; n < 3; n++)
    turns.push(
      await longestTurn(async () => {
        const { counts } = await reportOf(await importAs(curator, hostile))
        assert.deepEqual(counts, { create: 3, change: 0, same: 0, refuse: 0 }, 'blank lines are an empty list')
      }),
    )
  const longest = Math.min(...turns)
  assert.ok(longest < 3 * Math.max(usual, 20), `${longest} ms, usually ${usual} ms`)
})

test('messages about a cell of 25,000 unknown tags are short', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => [
    `Sheet ${n}`,
    'x;'.repeat(24_000).replaceAll('x', () => Math.random().toString(36)[3]!),
  ])
  const response = await importAs(curator, sheetOf([['name', 'tags'], ...rows]))
  const size = Number(response.headers.get('content-length'))
  assert.equal((await reportOf(response)).counts.refuse, 20)
  assert.ok(size < 20_000, `${size} bytes`)
})

test('a CSV of 300,000 blank lines is read in time, and imports and exports of others are answered meanwhile', async () => {
  const blank = file('sheet.csv', `${'\n'.repeat(300_000)}name\nAfter the blank lines`)
  const [hostile, other, exported] = await Promise.all([
    importAs(curator, blank),
    importAs(admin, sheetOf([['name'], ['Another']])),
    exportAs(admin),
  ])
  assert.equal((await reportOf(hostile)).counts.create, 1)
  assert.equal((await reportOf(other)).counts.create, 1)
  assert.equal(exported.status, 200)
})

test('a person whose imports fill their share is refused at once; their exports and the imports of others work', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const own = Array.from({ length: importLimits.perOwner }, () => service.app.imports.queue.run(curator.user.id, () => held))
  const sheet = sheetOf([['name'], ['One more']])
  const refused = await importAs(curator, sheet)
  assert.equal(refused.headers.get('retry-after'), '5')
  await assertProblem(refused, 'too_many_jobs')
  assert.equal((await reportOf(await importAs(admin, sheet))).counts.create, 1)
  assert.equal((await exportAs(curator)).status, 200)
  release()
  await Promise.all(own)
  assert.equal((await reportOf(await importAs(curator, sheet))).counts.create, 1)
})

test('when the queue is full everyone is refused at once', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const all = Array.from({ length: importLimits.total }, (_, n) => service.app.imports.queue.run(-n - 1, () => held))
  const refused = await importAs(curator, sheetOf([['name'], ['One more']]))
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  await assertProblem(refused, 'overloaded')
  release()
  await Promise.all(all)
})

test('an import whose caller has gone is never started', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const others = Array.from({ length: importLimits.atOnce }, (_, n) => service.app.imports.queue.run(-n - 1, () => held))
  const caller = new AbortController()
  const gone = importAs(
    curator,
    sheetOf([
      ['name', 'slug'],
      ['Never imported', 'never-imported'],
    ]),
    'do',
    caller.signal,
  )
  // It is in the queue when another job of the same person finds the share smaller.
  await until(async () => (await shareLeft(curator.user.id)) === importLimits.perOwner - 1)
  caller.abort()
  await assert.rejects(gone)
  await until(async () => (await shareLeft(curator.user.id)) === importLimits.perOwner)
  release()
  await Promise.all(others)
  assert.equal(
    (
      await reportOf(
        await importAs(
          curator,
          sheetOf([
            ['name', 'slug'],
            ['Imported', 'imported'],
          ]),
          'do',
        ),
      )
    ).isDone,
    true,
  )
  const found = await service.sql`select slug from project where slug in ('never-imported', 'imported')`
  assert.deepEqual(
    found.map(({ slug }) => slug),
    ['imported'],
  )
})

/** How many more imports this person may add to the queue. */
async function shareLeft(person: number): Promise<number> {
  const caller = new AbortController()
  const added: Promise<unknown>[] = []
  let refused = 0
  for (let n = 0; n < importLimits.perOwner; n++)
    added.push(
      service.app.imports.queue.run(person, async () => {}, caller.signal).catch((error) => error.code === 'too_many_jobs' && refused++),
    )
  caller.abort()
  await Promise.all(added)
  return importLimits.perOwner - refused
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + 20_000; !(await isTrue()); await sleep(20))
    assert.ok(performance.now() < deadline, 'the condition never became true')
}

/** The processes of this one that decode an image. */
async function countDecoders(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,args='])
  return stdout.split('\n').filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('avatar-process.ts')).length
}

/** Without garbage, whose amount is a matter of chance. */
function rssInUse(): number {
  collectGarbage()
  return process.memoryUsage.rss()
}

/** How many images of this person have been handed to the decoders: the upload is complete. */
function countJobs(person: number, t: TestContext): () => number {
  let count = 0
  const { avatars } = service.app.images
  const { make } = avatars
  t.after(() => Object.assign(avatars, { make }))
  avatars.make = (who, ...rest) => {
    if (who === person) count++
    return make(who, ...rest)
  }
  return () => count
}

test('a person who sends many huge avatars is refused at once, another one is served, and memory stays bounded', async (t) => {
  const huge = file('me.png', await interlacedPng(5000))
  const put = (who: FieldTokens, image: FormPart, signal?: AbortSignal) => send('PUT', '/profile/avatar', who, [image], signal)
  const rss = rssInUse()
  let most = rss
  let isOver = false
  let decoders = 0
  const watch = (async () => {
    while (!isOver) {
      decoders = Math.max(decoders, await countDecoders())
      most = Math.max(most, rssInUse())
    }
  })()
  const own: Promise<number>[] = []
  const codes: string[] = []
  const received = countJobs(gleb.user.id, t)
  // More than two concurrent uploads of one person are refused earlier: the next one starts when the last is answered or waits for its turn.
  for (let n = 0; n < 20 && !codes.includes('too_many_jobs'); n++) {
    const before = received()
    const answered = put(gleb, huge).then(async (response) => {
      if (response.status === 429) codes.push(((await response.json()) as { code: string }).code)
      return response.status
    })
    own.push(answered)
    let isAnswered = false
    void answered.finally(() => (isAnswered = true))
    await until(() => isAnswered || received() > before)
  }
  assert.ok(codes.includes('too_many_jobs'), codes.join())
  assert.equal((await put(boris, file('me.png', greyPng(300, 300)))).status, 200)
  const statuses = await Promise.all(own)
  isOver = true
  await watch
  assert.ok(
    statuses.every((status) => [200, 429, 503].includes(status)),
    statuses.join(),
  )
  assert.ok(decoders === 1 || decoders === 2, `one for each person: ${decoders}`)
  t.diagnostic(`${Math.round(rss / 1e6)} MB before, ${Math.round(most / 1e6)} MB at most`)
  assert.ok(most < rss * 1.3, `${Math.round(rss / 1e6)} MB before, ${Math.round(most / 1e6)} MB at most`)
})

test('an avatar whose caller has gone is not decoded any further', async () => {
  const caller = new AbortController()
  const gone = send('PUT', '/profile/avatar', vera, [file('me.png', greyPng(6300, 6300))], caller.signal)
  await until(async () => (await countDecoders()) > 0)
  caller.abort()
  await assert.rejects(gone)
  await until(async () => (await countDecoders()) === 0)
  assert.equal((await service.sql`select 1 from avatar where person_id = ${vera.user.id}`).length, 0)
})

test('the content of a file is not inspected for a person who may not store it', async () => {
  const archive = zipOf([{ name: 'inner.zip', content: zipOf([{ name: 'a.txt', content: 'a'.repeat(50_000) }]), isStored: true }])
  const zip = file('archive.zip', archive)
  const inspected: number[] = []
  const { zips } = service.app.transfers
  const { namesOf } = zips
  zips.namesOf = (person, ...rest) => {
    inspected.push(person)
    return namesOf(person, ...rest)
  }
  const { sql } = service
  const [row] = await sql<{ slug: string; team: number; category: number; result: number; request: number }[]>`
    select (select slug from project where state = 'published' order by id limit 1) as slug, (select min(id) from team) as team,
      (select min(id) from file_type) as category, (select min(id) from file where kind = 'result') as result, (select min(id) from request) as request`
  const { slug, team, category, result, request } = row!
  const calls: [string, string, FormPart[]][] = [
    ['POST', '/request', [field('project', slug), field('team', String(team))]],
    ['PUT', '/request', [field('request', String(request))]],
    ['POST', '/project/results/upload-file', [field('project', slug), field('team', String(team)), field('category', String(category))]],
    ['POST', '/project/results/change-file', [field('file', String(result))]],
    ['POST', '/console/project/1/file', []],
  ]
  for (const [method, path, fields] of calls) {
    const { status } = await send(method, path, gleb, [...fields, zip])
    assert.ok(status === 403 || status === 404, `${method} ${path}: ${status}`)
  }
  assert.deepEqual(inspected, [], 'gleb is in no team')
  assert.equal((await send('POST', '/console/project/2147483647/file', curator, [zip])).status, 404)
  assert.deepEqual(inspected, [])
  assert.equal((await send('POST', '/console/project/1/file', curator, [zip])).status, 200)
  assert.deepEqual(inspected, [curator.user.id])
})
