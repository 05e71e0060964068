import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportReport } from '#contract/console/spreadsheet.ts'
import { type AnySql, connect, type Sql } from '#database/sql.ts'
import { findBrokenAudit } from '#store/audit/insert.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { portOf } from '#tests/support/raw.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// The process is killed during the import of thousands of projects: the import is atomic.

const ROWS = 3000
const key = randomUUID() // the same idempotency key each time
const sheet = ['slug,name,state,tags,related']
  .concat(Array.from({ length: ROWS }, (_, n) => `sheet-${n},Sheet project ${n} zolotisty,published,Web,${n > 0 ? `sheet-${n - 1}` : ''}`))
  .join('\n')
let folder: string
let service: WholeProcess
let sql: Sql
let token: string
let publicUrl: string | undefined // stays the same when the process restarts on another port, so that the token stays valid

async function start(): Promise<void> {
  service = await startProcess(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) })
  publicUrl ??= `http://localhost:${portOf(service.origin)}`
  const host = readFileSync(join(folder, 'postgres', 'socket'), 'utf8').trim()
  sql = connect({ host, port: 5432, user: 'projectory', database: 'projectory' }, { max: 2, connectTimeout: 30_000, mayNest: true })
}
// Its embedded database stops with it, and other connections are closed.
async function kill(): Promise<void> {
  await service.kill('SIGKILL')
  await sql.end({ timeout: 0 }).catch(() => {})
}
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-faults-'))
  await start()
  token = (await signIn({ origin: service.origin, authUrl: `${service.origin}/auth` }, 'curator')).accessToken
})
after(async () => {
  await sql.end({ timeout: 1 })
  await service.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

async function send(): Promise<{ report: ImportReport; isReplay: boolean }> {
  const form = new FormData()
  form.append('mode', 'do')
  form.append('files', new Blob([sheet]), 'sheet.csv')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const answer = await fetch(`${service.origin}/api/console/import/project`, { method: 'POST', headers, body: form })
  assert.equal(answer.status, 200, await answer.clone().text())
  return { report: (await answer.json()) as ImportReport, isReplay: answer.headers.has('idempotency-replayed') }
}

const world = async () => ({
  ...(
    await sql`
    select (select count(*)::int from project) as projects, (select count(*)::int from project_tag) as tags,
      (select count(*)::int from project_related) as related, (select count(*)::int from audit_event where action = 'importSheet') as audits,
      (select coalesce(max(id), 0)::int from change) as changes, (select count(*)::int from idempotency) as keys`
  )[0]!,
})
const countPublic = async (): Promise<number> => {
  const body = JSON.stringify({ filters: { text: 'zolotisty' } })
  const answer = await fetch(`${service.origin}/api/project/findmany`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { total: number }).total
}

const hasTemporaryFile = async () => (await readdir(join(folder, 'files', '.tmp')).catch(() => [])).length > 0
const isBlockedAt = (statement: string) => async () =>
  (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and backend_xid is not null and query ~ ${statement}`).length > 0
const until = async (hasCome: () => Promise<boolean>, isOver: () => boolean = () => false): Promise<void> => {
  while (!(await hasCome())) {
    assert.ok(!isOver(), 'the import was over before')
    await wait(5)
  }
}

// Another transaction holds a lock that the import needs, so that it waits at a defined point until it is killed.
type BlockingLock = { at: string | null; by: (sql: AnySql) => PromiseLike<unknown> }
const blockingPoints: [name: string, block: BlockingLock][] = [
  ['its sheet has arrived', { at: null, by: (sql) => sql`lock table project in share mode` }],
  [
    'half of its projects are written',
    { at: 'insert into "project" ', by: (sql) => sql`insert into project (slug, name) values (${`sheet-${ROWS / 2}`}, 'In the way')` },
  ],
  [
    'all of them are, but not what they are related to',
    { at: 'from project_related', by: (sql) => sql`lock table project_related in share mode` },
  ],
  ['everything is, but not on record', { at: 'audit_event', by: (sql) => sql`lock table audit_event in share mode` }],
]

test('an import that is killed at any point leaves nothing behind', async (t) => {
  const before = await world()
  for (const [name, block] of blockingPoints) {
    const holding = await sql.reserve()
    await holding`begin`
    // It is idle until the import has come to it, which on a busy machine takes longer than a transaction may be idle.
    await holding`set local idle_in_transaction_session_timeout = 0`
    await block.by(holding)
    let isOver = false
    const end = () => {
      isOver = true
    }
    const sending = send().then(end, end)
    await until(block.at === null ? hasTemporaryFile : isBlockedAt(block.at), () => isOver)
    await kill()
    await sending
    await start()
    assert.deepEqual(await world(), before, `killed when ${name}`)
    assert.equal(await countPublic(), 0)
    t.diagnostic(`killed when ${name}`)
  }
})

test('the same import works afterwards, and is executed once', async () => {
  const { projects, audits } = await world()
  const first = await send()
  assert.deepEqual([first.report.isDone, first.report.counts.create, first.isReplay], [true, ROWS, false])
  // An acknowledged import is durable, even if the process is killed immediately.
  await kill()
  await start()
  const again = await send()
  assert.deepEqual([again.report.counts.create, again.isReplay], [ROWS, true], 'a retry is not executed again')
  const [now] =
    await sql`select count(*)::int as all, count(distinct name)::int as names, count(distinct slug)::int as slugs from project where slug like 'sheet-%'`
  assert.deepEqual({ ...now }, { all: ROWS, names: ROWS, slugs: ROWS })
  assert.deepEqual([(await world()).projects, (await world()).audits], [projects + ROWS, audits + 1])
  assert.equal(await countPublic(), ROWS)
  assert.equal(await findBrokenAudit(sql), undefined)
})
