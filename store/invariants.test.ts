import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnySql, Sql } from '#database/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { findViolations } from './invariants.ts'

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
  sql = database.sql
})
after(() => database?.close())

class TakenBack extends Error {}

// With triggers disabled, then rolled back. Constraints that PostgreSQL checks without triggers are dropped.
async function titlesAfter(damage: (sql: AnySql) => Promise<unknown>): Promise<string[]> {
  let titles: string[] = []
  const work = sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await damage(sql)
    titles = (await findViolations(sql as unknown as Sql)).violations.map(({ title }) => title)
    throw new TakenBack()
  })
  await assert.rejects(work, TakenBack)
  return titles
}

test('the demo data violate no rule', async () => {
  const { violations, rules } = await findViolations(sql)
  assert.deepEqual(violations, [])
  assert.ok(rules > 100)
})

const cases: Record<string, (sql: AnySql) => Promise<unknown>> = {
  'Projects with more teams than places': (sql) =>
    sql`
    update project set team_limit = 0 where id = (select project_id from assignment where ended_at is null limit 1)`.execute(),
  'Teams that work on two projects': async (sql) => {
    await sql`drop index assignment_current`
    await sql`insert into assignment (team_id, project_id) select team_id, project_id from assignment where ended_at is null limit 1`
  },
  'Teams with two active applications for a project': async (sql) => {
    await sql`drop index request_live`
    await sql`insert into request (team_id, project_id) select t.id, p.id from (select min(id) as id from team) t, (select min(id) as id from project) p, generate_series(1, 2)`
  },
  'Teams without an admin': (sql) =>
    sql`
    update person set disabled_at = now() where id in (select person_id from member m where is_administrator
      and exists (select 1 from member o where o.team_id = m.team_id and not o.is_administrator and o.person_id is not null))`.execute(),
  'Ranks of choices that are not 1 to n': async (sql) => {
    const [round] = await sql`insert into round (slug, name) values ('broken', 'Broken') returning id`
    await sql`insert into request (team_id, project_id, round_id, rank, status) select t.id, p.id, ${round!.id}, 2, 'submitted' from (select max(id) as id from team) t, (select max(id) as id from project) p`
  },
  'Emails in an impossible state': (sql) =>
    sql`insert into outbox (kind, state, ended_at, created_at) values ('contact', 'sent', now(), now())`.execute(),
  'Decisions that wait for an application which is decided': (sql) =>
    sql`
    insert into pending_decision (request_id, team_id, project_id, decision, decided_at, due_at)
    select id, team_id, project_id, 'approved', now(), now() from request where status <> 'submitted' limit 1`.execute(),
  'Open invitations and requests of disbanded teams': async (sql) => {
    await sql`insert into join_request (team_id, person_id, created_at, expires_at) select (select min(id) from team), (select min(id) from person), now(), now() + interval '7 days'`
    await sql`update team set disbanded_at = now(), is_looking = false where id = (select min(id) from team)`
  },
  'Files whose current version is missing': (sql) => sql`update file set version = 99 where deleted_at is null`.execute(),
  'Versions of files whose content is not recorded with this size': (sql) => sql`update blob set size = size + 1`.execute(),
  'Projects with more than 30 links': (sql) =>
    sql`
    insert into link (project_id, platform_id, url) select (select min(id) from project), (select min(id) from platform), 'https://example.org/' || n
    from generate_series(1, 31) n`.execute(),
  'Rows of member that refer to missing rows of team': (sql) =>
    sql`update member set team_id = 99999 where id = (select min(id) from member)`.execute(),
}
for (const [title, damage] of Object.entries(cases))
  test(`found: ${title.toLowerCase()}`, async () => assert.ok((await titlesAfter(damage)).includes(title), title))

test('rows that a check constraint forbids are found', async () => {
  const titles = await titlesAfter(async (sql) => {
    await sql`alter table project drop constraint project_team_limit_check`
    await sql`update project set team_limit = -1 where id = (select min(id) from project)`
    await sql`alter table project add constraint project_team_limit_check check (team_limit >= 0) not valid`
  })
  assert.ok(titles.includes('Rows of project that project_team_limit_check forbids'), titles.join())
})
