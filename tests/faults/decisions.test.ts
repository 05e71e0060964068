import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type Act, runDecisions } from '#tests/support/process/decision-process.ts'
import { test } from '#tests/support/tier.ts'

// Two processes at a time are killed, each before one of its statements, while decisions, removals and disbandings take effect: each has all
// of its effects with its emails, once, or none.

const TEAMS = 45 // a third each: being disbanded, with a member being removed, with an approved and another application
const DEEPEST = 14 // statements: more than one change needs
let database: TestDatabase
before(async () => {
  database = await testDatabase()
  await addTeams()
})
after(() => database?.close())

/** Team n has the people 3n, who is the administrator, 3n + 1 and 3n + 2. */
async function addTeams(): Promise<void> {
  const { sql } = database
  const last = TEAMS * 3 + 2
  await sql`truncate outbox, person, team, project cascade`
  await sql`insert into person (id, login, name, email) select n, 'p' || n, 'P', 'p' || n || '@example.org' from generate_series(3, ${last}::int) as n`
  await sql`insert into team (id, name, formed_by) select n, 'Team ' || n, 'members' from generate_series(1, ${TEAMS}::int) as n`
  await sql`insert into member (id, team_id, person_id, name, is_administrator) select n, n / 3, n, 'P', n % 3 = 0 from generate_series(3, ${last}::int) as n`
  await sql`insert into project (id, slug, name, state, published_at) select n, 'project-' || n, 'P', 'published', now() from generate_series(1, 2) as n`
  await sql`
    insert into pending_team_change (team_id, kind, member_id, actor_id, decided_at, due_at)
    select id, case id % 3 when 0 then 'disband' else 'removal' end, case id % 3 when 1 then id * 3 + 1 end, id * 3, now(), now() - interval '1 second'
    from team where id % 3 < 2`
  await sql`insert into request (team_id, project_id) select id, p from team, generate_series(1, 2) as p where id % 3 = 2`
  await sql`
    insert into pending_decision (request_id, project_id, team_id, decision, actor_id, decided_at, due_at)
    select id, project_id, team_id, 'approved', 3, now(), now() - interval '1 second' from request where project_id = 1`
}

/** What each team looks like, with the emails of its members; how many teams look so. */
const states = async () =>
  (
    await database.sql<{ kind: number; state: string; count: number }[]>`
      select t.id % 3 as kind, concat_ws(' ',
        case when t.disbanded_at is not null then 'disbanded' end,
        (select count(*) from member m where m.team_id = t.id), 'members',
        (select string_agg(r.status, ',' order by r.project_id) from request r where r.team_id = t.id),
        (select 'works on ' || count(*) from assignment a where a.team_id = t.id and a.ended_at is null having count(*) > 0),
        (select string_agg(o.kind || ' ' || o.person_id % 3, ',' order by o.person_id, o.kind) from outbox o where o.person_id / 3 = t.id),
        (select 'pending' where exists (select 1 from pending_team_change c where c.team_id = t.id)
          or exists (select 1 from pending_decision d where d.team_id = t.id))) as state, count(*)::int as count
      from team t group by 1, 2 order by 1, 2`
  ).map((row) => ({ ...row }))
const nothing = ['3 members pending', '3 members pending', '3 members submitted,submitted pending']
const everything = [
  'disbanded 3 members team_removed 1,team_removed 2',
  '2 members team_removed 1',
  '3 members approved,superseded works on 1 request_approved 0,request_superseded 0',
]
const all = (looks: string[]) => looks.map((state, kind) => ({ kind, state, count: TEAMS / 3 }))

test('killed before any of its statements, a change is done wholly and once, or not at all', async () => {
  assert.deepEqual(await states(), all(nothing))
  for (const act of ['teamChanges', 'decisions'] satisfies Act[])
    for (let statement = 1; statement < DEEPEST; statement += 2) {
      const ends = await Promise.all([statement, statement + 1].map((killAt) => runDecisions(database.database, act, killAt)))
      assert.deepEqual(ends, ['killed', 'killed'], `${act} ${statement}`)
      for (const { kind, state } of await states())
        assert.ok(state === nothing[kind] || state === everything[kind], `${act} ${statement}: ${kind}: ${state}`)
    }
  assert.ok((await states()).length > 3, 'some were done, some were not')
  for (const act of ['teamChanges', 'decisions'] satisfies Act[]) assert.equal(await runDecisions(database.database, act, null), 'ended')
  assert.deepEqual(await states(), all(everything))
})
