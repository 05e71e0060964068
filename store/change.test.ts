import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import type { ReservedSql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type ChangeKind, currentPosition, listChanges, removeOldChanges } from './change.ts'

let database: TestDatabase
let since: string
before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`insert into project (id, slug, name) select n, 'project-' || n, 'Project' from generate_series(1, 9) n`
  await sql`insert into team (id, name) select n, 'Team ' || n from generate_series(1, 9) n`
  await sql`insert into person (id, login) select n, 'person' || n from generate_series(1, 9) n`
  await sql`insert into tag (id, name) select n, 'tag' || n from generate_series(1, 9) n`
  await sql`insert into role (id, name) select n, 'role' || n from generate_series(1, 9) n`
  await sql`insert into platform (id, name) select n, 'platform' || n from generate_series(1, 9) n`
  await sql`insert into file_type (id, name) select n, 'type' || n from generate_series(1, 9) n`
  await sql`insert into member (id, team_id, person_id, name) select n, n, n, 'Member' from generate_series(1, 9) n`
})
after(() => database?.close())
beforeEach(async () => {
  since = await currentPosition(database.sql)
})

// Changes since the last poll, as "kind key" strings.
async function poll(): Promise<string[]> {
  const { position, touched } = await listChanges(database.sql, since)
  since = position
  return [...touched].flatMap(([kind, keys]) => keys.map((key) => `${kind} ${key}`)).sort()
}

const connections = (count: number): Promise<ReservedSql[]> => Promise.all(Array.from({ length: count }, () => database.sql.reserve()))
const release = (...sessions: ReservedSql[]) => {
  for (const session of sessions) session.release()
}
const touch = (session: ReservedSql, id: number) => session`update project set name = 'Touched' where id = ${id}`

test('a poll returns nothing when nothing has changed', async () => {
  assert.deepEqual(await poll(), [])
  assert.deepEqual(await poll(), [])
})

test('a change is reported once, and a key changed several times only once per poll', async () => {
  const { sql } = database
  await sql`update project set name = 'A' where id = 1`
  await sql`update project set name = 'B' where id in (1, 2)`
  assert.deepEqual(await poll(), ['project 1', 'project 2'])
  assert.deepEqual(await poll(), [])
})

test('a transaction that began first and commits last is not missed', async () => {
  const [early, late] = (await connections(2)) as [ReservedSql, ReservedSql]
  await early`begin`
  await touch(early, 1)
  await late`begin`
  await touch(late, 2)
  await late`commit`
  assert.deepEqual(await poll(), ['project 2'], 'the first one is not committed yet')
  await early`commit`
  assert.deepEqual(await poll(), ['project 1'], 'its lower id does not hide it')
  assert.deepEqual(await poll(), [])
  release(early, late)
})

test('a long transaction does not delay other changes and is reported when it commits', async () => {
  const [long] = (await connections(1)) as [ReservedSql]
  await long`begin`
  await touch(long, 9)
  for (let id = 1; id <= 3; id++) {
    await database.sql`update project set name = 'Quick' where id = ${id}`
    assert.deepEqual(await poll(), [`project ${id}`])
    assert.deepEqual(await poll(), [])
  }
  await long`commit`
  assert.deepEqual(await poll(), ['project 9'])
  release(long)
})

test('changes that are rolled back are never reported, also with savepoints', async () => {
  const [session] = (await connections(1)) as [ReservedSql]
  await session`begin`
  await touch(session, 1)
  await session`rollback`
  await session`begin`
  await touch(session, 2)
  await session`savepoint inner_work`
  await touch(session, 3)
  await session`rollback to inner_work`
  await session`savepoint more_work`
  await touch(session, 4)
  await session`release more_work`
  await session`commit`
  assert.deepEqual(await poll(), ['project 2', 'project 4'])
  release(session)
})

test('a reader with an old snapshot gets all changes since then', async () => {
  const old = since
  await database.sql`update project set name = 'C' where id = 1`
  await poll()
  await database.sql`update project set name = 'D' where id = 2`
  const { touched } = await listChanges(database.sql, old)
  assert.deepEqual(touched.get('project')!.toSorted(), [1, 2])
})

const statements: [string, string, string[]][] = [
  ['a project', `update project set state = 'archived' where id = 1`, ['project 1']],
  ['a new project', `insert into project (id, slug, name) values (50, 'p50', 'New')`, ['project 50']],
  ['a removed project', `delete from project where id = 50`, ['project 50']],
  ['a tag of a project', `insert into project_tag values (1, 2)`, ['project 1']],
  ['a tag moved to another project', `update project_tag set project_id = 2 where project_id = 1`, ['project 1', 'project 2']],
  ['a tag taken from a project', `delete from project_tag where project_id = 2`, ['project 2']],
  ['a wanted role', `insert into project_wanted_role values (1, 2, 3, 0)`, ['project 1']],
  [
    'a wanted role moved to another project',
    `update project_wanted_role set project_id = 2 where project_id = 1`,
    ['project 1', 'project 2'],
  ],
  ['a role no longer wanted', `delete from project_wanted_role where project_id = 2`, ['project 2']],
  ['a related project', `insert into project_related values (3, 4)`, ['project 3']],
  ['a removed relation', `delete from project_related where project_id = 3`, ['project 3']],
  ['a link', `insert into link (id, project_id, platform_id, url) values (1, 5, 1, 'https://a.example')`, ['project 5']],
  ['a link moved to another project', `update link set project_id = 6 where id = 1`, ['project 5', 'project 6']],
  ['a removed link', `delete from link where id = 1`, ['project 6']],
  ['a file', `insert into file (id, kind, project_id) values (1, 'description', 1)`, ['project 1']],
  ['a file moved to another project', `update file set project_id = 2 where id = 1`, ['project 1', 'project 2']],
  [
    'a version of a file',
    `insert into file_version (file_id, version, name, mime, size, sha256) values (1, 1, 'a', 'b', 1, '${'0'.repeat(64)}')`,
    ['project 2'],
  ],
  ['a removed file', `delete from file where id = 1`, ['project 2']],
  ['a request', `insert into request (id, team_id, project_id) values (1, 1, 7)`, ['project 7']],
  ['a decided request', `update request set status = 'withdrawn' where id = 1`, ['project 7']],
  ['a file of a request', `insert into file (id, kind, request_id) values (2, 'request', 1)`, []],
  ['a team at work', `insert into assignment (id, team_id, project_id) values (1, 1, 1)`, ['project 1', 'team 1']],
  ['a team moved to another project', `update assignment set project_id = 2 where id = 1`, ['project 1', 'project 2', 'team 1']],
  ['work handed to another team', `update assignment set team_id = 3 where id = 1`, ['project 2', 'team 1', 'team 3']],
  ['work that ended', `update assignment set ended_at = now(), outcome = 'left' where id = 1`, ['project 2', 'team 3']],
  ['a team', `update team set name = 'Other' where id = 4`, ['team 4']],
  ['a member moved to another team', `update member set team_id = 5 where id = 1`, ['team 1', 'team 5']],
  ['a role of a member', `insert into member_role values (2, 1)`, ['member 2']],
  ['a role taken from a member', `delete from member_role where member_id = 2`, ['member 2']],
  ['a member who leaves', `delete from member where id = 3`, ['team 3']],
  ['a person', `update person set surname = 'Other' where id = 6`, ['person 6']],
  ['a tag', `update tag set name = 'Other' where id = 7`, ['tag 7']],
  ['a removed tag', `delete from tag where id = 7`, ['tag 7']],
  ['a role', `update role set name = 'Other' where id = 8`, ['role 8']],
  ['a platform', `update platform set name = 'Other' where id = 9`, ['platform 9']],
  ['a category of files', `update file_type set name = 'Other' where id = 1`, ['file_type 1']],
]

for (const [what, statement, expected] of statements)
  test(`${what} is reported as ${expected.join(' and ') || 'nothing'}`, async () => {
    await database.sql.unsafe(statement)
    assert.deepEqual(await poll(), expected)
  })

test('every table of the change feed has a truncate trigger', async () => {
  const tables = await database.sql`
    select tgrelid::regclass::text as name, bool_or(tgfoid = 'note_everything'::regproc) as "isHeard" from pg_trigger
    where tgfoid in ('note_change'::regproc, 'note_everything'::regproc) group by tgrelid order by 1`
  assert.ok(tables.length >= 15)
  assert.deepEqual(
    tables.filter(({ isHeard }) => !isHeard).map(({ name }) => name),
    [],
  )
})

test('a truncated table is reported as a change of everything', async () => {
  await database.sql`truncate project_tag`
  const { touched } = await listChanges(database.sql, since)
  assert.deepEqual(touched.get('everything' satisfies ChangeKind), [0])
})

test('every committed change is reported exactly once, in any order of concurrent commits', async () => {
  const sessions = await connections(5)
  const step = fc.record({ who: fc.nat(4), what: fc.constantFrom('write', 'write', 'commit', 'commit', 'rollback', 'poll', 'poll') })
  let next = 1000
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      since = await currentPosition(database.sql)
      const pending: string[][] = sessions.map(() => [])
      const committed: string[] = []
      const seen: string[] = []
      const end = async (who: number, how: 'commit' | 'rollback') => {
        if (pending[who]!.length === 0) return
        await sessions[who]!.unsafe(how)
        if (how === 'commit') committed.push(...pending[who]!)
        pending[who] = []
      }
      for (const { who, what } of steps) {
        const session = sessions[who]!
        if (what === 'write') {
          if (pending[who]!.length === 0) await session`begin`
          await session`insert into tag (id, name) values (${next}, ${`made ${next}`})`
          pending[who]!.push(`tag ${next++}`)
        } else if (what === 'poll') {
          seen.push(...(await poll()))
          assert.deepEqual(seen.toSorted(), committed.toSorted(), 'every poll returns exactly what is committed by then')
        } else await end(who, what as 'commit' | 'rollback')
      }
      for (let who = 0; who < sessions.length; who++) await end(who, who % 2 === 0 ? 'commit' : 'rollback')
      seen.push(...(await poll()))
      assert.deepEqual(seen.toSorted(), committed.toSorted())
    }),
    { numRuns: 40 },
  )
  release(...sessions)
})

test('only changes older than a day are removed', async () => {
  await database.sql`update project set name = 'E' where id = 1`
  const old =
    await database.sql`update change set at = now() - interval '25 hours' where key = 1 and kind = 'project' and xid < pg_snapshot_xmax(${since.split(' ')[1]!}::pg_snapshot)`
  assert.ok(old.count > 0)
  assert.equal(await removeOldChanges(database.sql), old.count)
  assert.deepEqual(await poll(), ['project 1'])
  assert.equal(await removeOldChanges(database.sql), 0)
})

test('rows of a restored backup with transaction ids of the future are not reported by every poll', async () => {
  const { sql } = database
  await sql`insert into change (xid, kind, key) select ((pg_current_xact_id()::text)::bigint + 1000 + n)::text::xid8, 'project', n from generate_series(1, 9) n`
  assert.deepEqual(await poll(), [])
  await sql`update project set name = 'Changed after the restore' where id = 3`
  assert.deepEqual(await poll(), ['project 3'])
  assert.deepEqual(await poll(), [])
})

test('everything counts as changed on another server, and when transaction ids go backwards', async () => {
  const { sql } = database
  const isAll = async (position: string) => (await listChanges(sql, position)).touched.has('everything')
  const [start, snapshot] = (await currentPosition(sql)).split(' ') as [string, string]
  assert.equal(await isAll(`${start} ${snapshot}`), false)
  assert.equal(await isAll(`1700000000.123456/1700000000 ${snapshot}`), true)
  const ahead = BigInt(snapshot.split(':')[1]!) + 1_000_000n
  assert.equal(await isAll(`${start} ${ahead}:${ahead}:`), true)
  const { position, touched } = await listChanges(sql, `0/0 ${snapshot}`)
  assert.ok(touched.has('everything'))
  assert.equal(await isAll(position), false)
})
