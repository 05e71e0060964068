import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_TEMPLATE, testDatabase } from '#tests/support/database.ts'
import { findMemberships } from './memberships.ts'

test('the work and the applications of a person are found without reading those of everybody', async (t) => {
  const database = await testDatabase(DEMO_TEMPLATE)
  t.after(() => database.close())
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into team (id, name) select n, 'Team ' || n from generate_series(100001, 105000) as n`
    await sql`insert into assignment (team_id, project_id) select n, 1 from generate_series(100001, 105000) as n`
    await sql`insert into request (team_id, project_id, status) select n, 1, 'withdrawn' from generate_series(100001, 105000) as n`
  })
  await database.sql`analyze`
  const [person] = await database.sql<{ id: number }[]>`select id from person where login = 'anna'`
  const scans = await database.sql.begin(async (sql) => {
    const { teams, work, requests } = await findMemberships(sql, person!.id)
    assert.ok(work.length + requests.length > 0)
    const ofTeam = await findMemberships(sql, person!.id, { team: teams[0]!.id })
    assert.ok(ofTeam.work.length + ofTeam.requests.length > 0)
    return sql<{ table: string; count: number }[]>`
      select relname as table, seq_scan::int as count from pg_stat_xact_user_tables where relname in ('assignment', 'request') order by relname`
  })
  assert.deepEqual(
    scans.map((one) => ({ ...one })),
    [
      { table: 'assignment', count: 0 },
      { table: 'request', count: 0 },
    ],
  )
})
