import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Sql } from '#database/sql.ts'
import { findBrokenAudit, insertAudit } from '#store/audit/insert.ts'
import { currentPosition, listChanges, removeOldChanges } from '#store/change.ts'
import { claimKey, removeOldKeys } from '#store/idempotency.ts'
import { cancelOldReviews } from '#store/mail/queue.ts'
import { removeOldRows, tableRules } from '#store/table/tables.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

// Every table has a rule that keeps it from growing without bound, and the rules work.

let service: TestService
let sql: Sql
before(async () => {
  service = await startService()
  sql = service.sql
})
after(() => service.close())

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`)[0]!.count
const personOf = async (login: string): Promise<number> => (await sql`select id from person where login = ${login}`)[0]!.id

test('every table has a rule, and every rule a table', async () => {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`
  assert.deepEqual(
    Object.keys(tableRules).toSorted(),
    rows.map(({ name }) => name).toSorted(),
    'a new table needs a rule in store/table/tables.ts: who owns its rows, how many one owner can have, and what removes them',
  )
})

test('the hourly job runs every rule', async () => {
  const removed = await removeOldRows(sql, now)
  assert.deepEqual(
    Object.keys(removed),
    Object.keys(tableRules).filter((table) => tableRules[table]!.remove),
  )
})

test('refused calls of one person are recorded a hundred times a day, and of another one still', async () => {
  const refusedBy = async (login: string, calls: number): Promise<number> => {
    const { accessToken, user } = await signIn(service, login)
    for (let n = 0; n < calls; n++) {
      const response = await fetch(`${service.url}/console/project`, { headers: { authorization: `Bearer ${accessToken}` } })
      if (n === 0) await assertProblem(response, 'not_permitted')
    }
    return (await sql`select 1 from audit_event where action = 'authz_denied' and actor_id = ${user.id}`).length
  }
  assert.equal(await refusedBy('anna', 130), 100)
  assert.equal(await refusedBy('boris', 3), 3)
  assert.equal(await findBrokenAudit(sql), undefined)
})

test('rejected sign-ins of guests are limited per network', async () => {
  const rejected = (network: string, at = now) => insertAudit(sql, { at, action: 'authn_callback_rejected', outcome: 'failure', network })
  for (let n = 0; n < 110; n++) await rejected('10.1.1.x')
  await rejected('10.1.2.x')
  await rejected('10.1.1.x', new Date(now.getTime() + 86_500_000))
  const rows =
    await sql`select network, count(*)::int as count from audit_event where action = 'authn_callback_rejected' group by network order by 1`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { network: '10.1.1.x', count: 101 },
      { network: '10.1.2.x', count: 1 },
    ],
  )
})

test('a caller has at most 200 idempotency keys at an endpoint; the newest stay, and other callers keep theirs', async () => {
  const claim = (scope: string, key: string, second: number) =>
    claimKey(sql, { scope, key }, randomBytes(4), new Date(now.getTime() + second * 1000))
  await claim('10.0.0.2 POST /email', 'of-another-guest', 0)
  for (let n = 0; n < 230; n++) await claim('10.0.0.1 POST /email', `key-${n}`, n)
  const keys = (await sql`select key from idempotency where scope = '10.0.0.1 POST /email' order by created_at`).map(({ key }) => key)
  assert.deepEqual([keys.length, keys[0], keys.at(-1)], [200, 'key-30', 'key-229'])
  assert.equal(await count('idempotency'), 201)
  assert.equal(await removeOldKeys(sql, now, 150), 51, 'all callers together have a limit too')
})

test('too many changes are replaced by one that makes every process load everything again', async () => {
  const before = await currentPosition(sql)
  await sql`insert into change (kind, key) select 'tag', n from generate_series(1, 50) n`
  await removeOldChanges(sql, now, 40)
  assert.equal(await count('change'), 1)
  assert.deepEqual([...(await listChanges(sql, before)).touched.keys()], ['everything'])
})

test('a person has at most 100 sessions; the least recently used ones end', async () => {
  const anna = await personOf('anna')
  await sql`delete from auth.session where person_id = ${anna}`
  for (let n = 0; n < 120; n++)
    await sql`
      insert into auth.session (sid, person_id, client_id, provider, auth_time, created_at, last_used_at, last_seen_at, idle_until, ends_at,
        rotated_at, current_hash)
      values (${randomUUID()}, ${anna}, 'web', 'x', ${now}, ${now}, ${new Date(now.getTime() + n * 1000)}, ${now}, ${daysAgo(-30)}, ${daysAgo(-60)}, ${now},
        ${randomBytes(32)})`
  await tableRules['auth.session']!.remove!(sql, now)
  const [row] = await sql`select count(*)::int as count, min(last_used_at) as oldest from auth.session where person_id = ${anna}`
  assert.deepEqual({ ...row }, { count: 100, oldest: new Date(now.getTime() + 20_000) })
})

test('emails in review end after 30 days, or when there are too many', async () => {
  const put = (days: number) => sql`insert into outbox (kind, state, created_at) values ('contact', 'review', ${daysAgo(days)})`
  await sql`delete from outbox`
  for (const days of [31, 29, 3, 2, 1]) await put(days)
  assert.equal(await cancelOldReviews(sql, now), 1)
  assert.equal(await cancelOldReviews(sql, now, 3), 1)
  const left = await sql`select created_at as at from outbox where state = 'review' order by id`
  assert.deepEqual(
    left.map(({ at }) => at),
    [daysAgo(3), daysAgo(2), daysAgo(1)],
  )
  const [ended] = await sql`select array_agg(distinct reason) as reasons from outbox where state = 'cancelled'`
  assert.deepEqual(ended!.reasons, ['not_reviewed'])
})

test('withdrawn requests of a team above the limit are removed, once their files are purged', async () => {
  const { team, project } = (await sql`select (select min(id) from team) as team, (select min(id) from project) as project`)[0]!
  await sql`
    insert into request (team_id, project_id, status, created_at, updated_at)
    select ${team}, ${project}, 'withdrawn', ${now}, ${daysAgo(1)}::timestamptz + n * interval '1 second' from generate_series(1, 105) n`
  const [oldest] = await sql`select id from request where team_id = ${team} and status = 'withdrawn' order by updated_at limit 1`
  const [file] = await sql`insert into file (kind, team_id, request_id) values ('request', ${team}, ${oldest!.id}) returning id`
  const withdrawn = async () => (await sql`select 1 from request where team_id = ${team} and status = 'withdrawn'`).length
  const remove = tableRules['public.request']!.remove!
  const surplus = (await withdrawn()) - 100
  assert.equal(await remove(sql, now), surplus - 1)
  assert.ok((await sql`select deleted_at from file where id = ${file!.id}`)[0]!.deleted_at)
  await sql`delete from file where id = ${file!.id}`
  assert.equal(await remove(sql, now), 1)
  assert.equal(await withdrawn(), 100)
})

test('short-lived rows are removed after their time, and those of one owner above the limit', async () => {
  const anna = await personOf('anna')
  const [project] = await sql`select min(id) as id from project`
  await sql`delete from removed_link`
  await sql`insert into removed_link select n, ${project!.id}, ${daysAgo(31)} from generate_series(1, 7) n`
  await sql`insert into removed_link select n, ${project!.id}, ${now} from generate_series(11, 130) n`
  await sql`delete from auth.used_state`
  await sql`insert into auth.used_state values ('\\x01', ${new Date(now.getTime() - 3_700_000)}), ('\\x02', ${now})`
  await sql`insert into mail_bounce (address, reply, last_at) values ('a@example.org', 'no', ${daysAgo(401)}), ('b@example.org', 'no', ${daysAgo(399)})`
  await sql`delete from auth.code`
  await sql`
    insert into auth.code (hash, client_id, redirect_uri, person_id, provider, auth_time, created_at, expires_at)
    select decode(lpad(to_hex(n), 4, '0'), 'hex'), 'web', 'x', ${anna}, 'x', now(), case when n < 10 then ${daysAgo(2)}::timestamptz else ${now}::timestamptz end, now()
    from generate_series(1, 130) n`
  await removeOldRows(sql, now)
  assert.deepEqual(await Promise.all(['removed_link', 'auth.used_state', 'mail_bounce', 'auth.code'].map(count)), [100, 1, 1, 100])
})
