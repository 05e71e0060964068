import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { migrate, readMigrations } from '#database/migrate.ts'
import type { Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { changeAccounts, changeMembers } from './members.ts'

// What keeps teams from being without an admin, and what the database refuses.

let database: TestDatabase
let sql: Sql
before(async () => {
  database = await testDatabase()
  ;({ sql } = database)
  await sql`insert into person (id, login, name, surname) select n, 'p' || n, 'P', 'P' || n from generate_series(1, 6) n`
})
after(() => database?.close())

beforeEach(async () => {
  await sql`delete from outbox`
  await sql`update team set disbanded_at = now()`
  await sql`delete from assignment`
  await sql`delete from project`
  await sql`delete from member`
  await sql`delete from team`
  await sql`update person set disabled_at = null`
  await sql`insert into team (id, name, formed_by) values (1, 'Own', 'members'), (2, 'Curated', 'curators')`
  await sql`
    insert into member (id, team_id, person_id, name, is_administrator, created_at)
    select team * 10 + n, team, n, 'x', n <= 2, date '2026-01-10' - n from generate_series(1, 4) n, (values (1), (2)) as t (team)`
})

const administrators = async (team: number): Promise<number[]> =>
  (await sql<{ id: number }[]>`select person_id as id from member where team_id = ${team} and is_administrator order by id`).map(
    ({ id }) => id,
  )
const told = async () =>
  (await sql<{ id: number }[]>`select person_id as id from outbox where kind = 'team_admin' order by id`).map(({ id }) => id)

const isSomeoneWaiting = async (): Promise<boolean> =>
  (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0

/** A change by SQL of these teams, as a handler makes it. */
const change = (sql: Sql, teams: number[], work: (sql: Sql) => PromiseLike<unknown>, today = '2026-06-01') =>
  sql.begin((sql) => changeMembers(sql, teams, { at: new Date(), today }, async () => void (await work(sql as never))))
const changeTeam = (work: (sql: Sql) => PromiseLike<unknown>, today?: string) => change(sql, [1, 2], work, today)
const isRefused = (work: PromiseLike<unknown>) => assert.rejects(async () => void (await work), /would have no admin/)

test('the longest-standing member with an open account becomes admin and is told when the last one goes', async () => {
  await changeTeam((sql) => sql`delete from member where person_id = 1`)
  assert.deepEqual([await administrators(1), await administrators(2), await told()], [[2], [2], []])
  await sql`update person set disabled_at = now() where id = 4`
  await changeTeam((sql) => sql`update member set is_administrator = false where person_id = 2`)
  // 4 has been a member for longer than 3, but is disabled.
  assert.deepEqual([await administrators(1), await administrators(2), await told()], [[3], [3], [3, 3]])
  await sql.begin((sql) =>
    changeAccounts(
      sql,
      [3],
      { at: new Date(), today: '2026-06-01' },
      async () => void (await sql`update person set disabled_at = now() where id = 3`),
    ),
  )
  assert.deepEqual(
    [await administrators(1), await administrators(2)],
    [
      [2, 3],
      [2, 3],
    ],
  )
})

test('a member who is being removed becomes admin only if nobody else can', async () => {
  await sql`insert into pending_team_change (team_id, kind, member_id, decided_at, due_at) values (1, 'removal', 14, now(), now())`
  await changeTeam((sql) => sql`delete from member where team_id = 1 and person_id in (1, 2)`)
  assert.deepEqual(await administrators(1), [3])
})

test('a removal that waits is about the person who was linked then', async () => {
  await sql`insert into pending_team_change (team_id, kind, member_id, decided_at, due_at) values (1, 'removal', 14, now(), now()), (1, 'removal', 13, now(), now())`
  await sql`update member set person_id = 5 where id = 14`
  const left = await sql`select member_id from pending_team_change`
  assert.deepEqual(left.map(({ member_id }) => member_id), [13]) // biome-ignore format: one line
})

test('the last member of a team can go when its project is over on the day of the directory: the team is disbanded', async () => {
  const state = async () => {
    const [row] = await sql`
      select t.disbanded_at is not null as "isDisbanded", a.outcome from team t join assignment a on a.team_id = t.id where t.id = 1`
    return { ...row }
  }
  const [project] = await sql`insert into project (slug, name, date_end) values ('over', 'Over', date '2026-01-01') returning id`
  await sql`insert into assignment (team_id, project_id) values (1, ${project!.id})`
  await changeTeam((sql) => sql`delete from member where team_id = 1`, '2026-01-01')
  assert.deepEqual(await state(), { isDisbanded: false, outcome: null })
  await changeTeam(() => Promise.resolve(), '2026-01-02')
  assert.deepEqual(await state(), { isDisbanded: true, outcome: 'finished' })
})

test('a change may exchange admins in any order', async () => {
  await changeTeam(async (sql) => {
    await sql`update member set is_administrator = false where team_id = 1`
    await sql`update member set is_administrator = true where team_id = 1 and person_id = 3`
  })
  assert.deepEqual([await administrators(1), await told()], [[3], []])
})

test('a team of curators that never had an admin gets none', async () => {
  await sql.begin(async (sql) => {
    await sql`insert into team (id, name) values (3, 'Without')`
    await sql`insert into member (team_id, person_id, name) values (3, 1, 'x'), (3, 2, 'x')`
  })
  await change(sql, [3], (sql) => sql`delete from member where team_id = 3 and person_id = 1`)
  assert.deepEqual(await administrators(3), [])
})

test('a team whose members are all disabled gets an admin when one is enabled again', async () => {
  await sql`update person set disabled_at = now()`
  await changeTeam((sql) => sql`update person set disabled_at = null where id = 4`)
  assert.deepEqual(
    [await administrators(1), await administrators(2)],
    [
      [1, 2, 4],
      [1, 2, 4],
    ],
  )
})

test('two admins who go at the same time leave a team with another one', async () => {
  const goings: ((sql: Sql, person: number) => PromiseLike<unknown>)[] = [
    (sql, person) => sql`delete from member where team_id = 1 and person_id = ${person}`,
    (sql, person) => sql`update person set disabled_at = now() where id = ${person}`,
    (sql, person) => sql`update member set person_id = null where team_id = 1 and person_id = ${person}`,
  ]
  for (const first of goings)
    for (const second of goings) {
      await sql`update team set disbanded_at = now()`
      await sql`delete from member`
      await sql`delete from team where id = 1`
      await sql`insert into team (id, name, formed_by) values (1, 'Own', 'members')`
      await sql`update person set disabled_at = null`
      await sql`insert into member (id, team_id, person_id, name, is_administrator) values (91, 1, 1, 'x', true), (92, 1, 2, 'x', true), (93, 1, 3, 'x', false)`
      let other: Promise<unknown> = Promise.resolve()
      await sql.begin(async (mine) => {
        let isDone = false
        const moment = { at: new Date(), today: '2026-06-01' }
        await changeMembers(mine, [1], moment, async () => void (await first(mine as never, 1)))
        // The second begins before the first has committed.
        other = change(sql, [1], (theirs) => second(theirs, 2)).finally(() => {
          isDone = true
        })
        while (!isDone && !(await isSomeoneWaiting())) await new Promise((resolve) => setTimeout(resolve, 5))
      })
      await other
      assert.deepEqual(
        await sql`select 1 from member m join person p on p.id = m.person_id where m.team_id = 1 and m.is_administrator and p.disabled_at is null`.then(
          ({ length }) => length,
        ),
        1,
        `${first} and ${second}`,
      )
    }
})

test('the last member of a team of members disbands it, which ends what is open; a team of curators stays', async () => {
  await sql`
    insert into team_invitation (team_id, token_hash, created_at, expires_at, max_uses)
    values (1, ${Buffer.alloc(32)}, now(), now() + interval '7 days', 5)`
  await sql`insert into join_request (team_id, person_id, created_at, expires_at) values (1, 5, now(), now() + interval '14 days')`
  await sql`insert into person_invitation (team_id, person_id, created_at, expires_at) values (1, 6, now(), now() + interval '14 days')`
  await changeTeam((sql) => sql`delete from member`)
  const teams = await sql`select id, disbanded_at is not null as "isDisbanded" from team order by id`
  assert.deepEqual(
    [...teams],
    [
      { id: 1, isDisbanded: true },
      { id: 2, isDisbanded: false },
    ],
  )
  const [open] = await sql`
    select (select count(*)::int from team_invitation where ended_at is null) as links,
      (select count(*)::int from join_request where status = 'open') as asked, (select count(*)::int from person_invitation where status = 'open') as invited`
  assert.deepEqual({ ...open }, { links: 0, asked: 0, invited: 0 })
})

test('the database refuses a team that is without an admin although a member could be one, whoever writes', async () => {
  for (const team of [1, 2]) {
    await isRefused(sql`delete from member where team_id = ${team} and is_administrator`)
    await isRefused(sql`update member set is_administrator = false where team_id = ${team}`)
    await isRefused(sql`update member set person_id = null where team_id = ${team} and is_administrator`)
    await isRefused(sql`update member set team_id = ${3 - team}, person_id = person_id + 4 where team_id = ${team} and is_administrator`)
  }
  await isRefused(sql`update person set disabled_at = now() where id in (1, 2)`)
  await sql`update person set disabled_at = now()`
  await isRefused(sql`update person set disabled_at = null where id = 4`)
  await isRefused(sql`with late as (insert into person (id, login, name) values (99, 'late', 'Late') returning id)
    insert into member (team_id, person_id, name) select 1, id, 'x' from late`)
})

test('names of teams are unique without case, ё and white space, until a team is disbanded', async () => {
  await sql`insert into team (id, name) values (3, 'Ёлки')`
  const again = () => sql`insert into team (id, name) values (4, ' ЕЛКИ ')`
  await assert.rejects(async () => void (await again()), /team_name/)
  await sql`update team set disbanded_at = now() where id = 3`
  await again()
})

test('an upgraded directory keeps duplicate names, and only curators form its teams', async () => {
  const old = await testDatabase('template0')
  try {
    const all = await readMigrations()
    await migrate(
      old.sql,
      all.filter(({ name }) => name < '0028'),
    )
    await old.sql`insert into team (id, name) values (1, 'Twins'), (2, 'TWINS'), (3, 'Other')`
    await old.sql`insert into person (id, login, name, disabled_at) values (1, 'a', 'A', now()), (2, 'b', 'B', null)`
    await old.sql`insert into member (team_id, person_id, name, is_administrator) values (3, 1, 'A', true), (3, 2, 'B', false)`
    await migrate(old.sql, all)
    const [admin] = await old.sql`select is_administrator as "is" from member where person_id = 2`
    assert.equal(admin!.is, true, 'the only administrator was disabled')
    const shared = await old.sql<{ id: number }[]>`select id from team where has_shared_name`
    assert.deepEqual(
      shared.map(({ id }) => id),
      [2],
    )
    assert.equal((await old.sql`select document->>'whoFormsTeams' as who from setting`)[0]!.who, 'curators')
    assert.equal((await sql`select document->>'whoFormsTeams' as who from setting`)[0]!.who, null)
    await old.sql`update team set name = 'Single' where id = 2`
    await assert.rejects(async () => void (await old.sql`update team set name = 'twins' where id = 2`), /team_name/)
  } finally {
    await old.close()
  }
})
