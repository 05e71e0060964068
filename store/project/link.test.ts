import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { findLinkToRemove, findProjectToLink, insertLink, removeLink } from './link.ts'

const DAY = 86_400_000
const now = new Date('2026-09-01T12:00:00Z')
let database: TestDatabase
before(async () => {
  database = await testDatabase()
  const { sql } = database
  await sql`insert into person (id, login) values (1, 'ada'), (2, 'ivan'), (3, 'zoe')`
  await sql`insert into platform (id, name) values (1, 'Website')`
  await sql`insert into team (id, name) values (1, 'Working'), (2, 'Also working'), (3, 'Finished')`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (1, 1, 'x', true), (2, 1, 'x', true), (1, 2, 'x', false), (3, 3, 'x', true)`
  await sql`insert into project (id, slug, name, state, published_at) values (1, 'one', 'One', 'published', now()), (2, 'two', 'Two', 'draft', null)`
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values (2, 1, null, null), (1, 1, null, null), (3, 1, now(), 'finished')`
})
after(() => database.close())

const find = (personId: number, url: string | null = null, slug = 'one') => findProjectToLink(database.sql, { slug, url, personId })
const add = (url: string) => insertLink(database.sql, { projectId: 1, teamId: 1, platformId: 1, url, now })

test('a project has the number of working teams and the one the caller administers', async () => {
  assert.deepEqual({ ...(await find(1)) }, { id: 1, name: 'One', teamsWorking: 2, ownTeam: 2, linkCount: 0, same: null })
  assert.equal((await find(2))?.ownTeam, null, 'a plain member')
  assert.equal((await find(3))?.ownTeam, null, 'a team that has finished')
  assert.equal(await find(1, null, 'two'), undefined)
  assert.equal(await find(1, null, 'three'), undefined)
})

test('an existing link is found by its URL', async () => {
  const id = await add('https://example.org/')
  assert.deepEqual((await find(1, 'https://example.org/'))?.same, { id, platform: 'Website', link: 'https://example.org/' })
  assert.equal((await find(1, 'https://example.org/x'))?.same, null)
  assert.equal((await find(1))?.linkCount, 1)
  await removeLink(database.sql, id, now)
})

test('a removed link is remembered for thirty days', async () => {
  const { sql } = database
  const id = await add('https://example.org/')
  const link = { id, platform: 'Website', link: 'https://example.org/' }
  assert.deepEqual({ ...(await findLinkToRemove(sql, id, 1, now)) }, { projectName: 'One', isPublished: true, ownTeam: 2, link })
  assert.equal((await findLinkToRemove(sql, id, 2, now))?.ownTeam, null)
  await removeLink(sql, id, now)
  assert.equal((await sql`select 1 from link where id = ${id}`).count, 0)
  const later = (days: number) => new Date(now.getTime() + days * DAY)
  assert.deepEqual((await findLinkToRemove(sql, id, 1, later(29)))?.link, null)
  assert.equal(await findLinkToRemove(sql, id, 1, later(30)), undefined)
  assert.equal(await findLinkToRemove(sql, 9999, 1, now), undefined)
  await removeLink(sql, 9999, later(31))
  assert.equal((await sql`select 1 from removed_link`).count, 0, 'old ones go with the next')
})

test('a call that waited for the project lock sees links added meanwhile', async (t) => {
  const { sql } = database
  const patient = connectPatiently(database)
  t.after(() => patient.end())
  let second: ReturnType<typeof findProjectToLink> | undefined
  await sql.begin(async (sql) => {
    await findProjectToLink(sql, { slug: 'one', url: null, personId: 1 })
    second = patient.begin((sql) => findProjectToLink(sql, { slug: 'one', url: null, personId: 1 }))
    await untilWaiting(sql)
    await insertLink(sql, { projectId: 1, teamId: 1, platformId: 1, url: 'https://example.org/meanwhile', now })
  })
  const seen = await second
  assert.equal(seen?.linkCount, 1)
})
