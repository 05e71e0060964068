import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setProjectState } from '#contract/console/project.ts'
import { changeProjects } from '#contract/console/project-bulk.ts'
import { moveTeam, undoMove } from '#contract/console/team.ts'
import { createRequest, decideRequest } from '#contract/request.ts'
import { disbandTeam, leaveTeam } from '#contract/team.ts'
import { importSheet } from '#tests/support/world/import-sheet.ts'
import { publishedRound, setPlaces } from '#tests/support/world/published-round.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { advance, createClock } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Every way in which a place of a round with results becomes free: it is offered to a waiting team in the same transaction, without the worker.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [] }, clock.now)
const curator: (typeof world.clients)[string] = ((endpoint: never, input: never) => world.clients.curator!(endpoint, input)) as never
const at = (id: number) => ({ params: { id: String(id) } })
const move = (team: number, project: string | null) => curator(moveTeam, { ...at(team), body: { project } })

/** One project with one place, which the first of the teams has; the others wait for it, the strongest claim first. */
async function fullProject(waiting = 1) {
  const lists = Array.from({ length: waiting + 1 }, () => ({ login: 'anna', choices: [0] }))
  const { ids, slugs, teams, projectOf, id: round } = await publishedRound(world, clock, [1], lists)
  const rows = await world.sql<{ team: number }[]>`
    select team_id as team from round_result where round_id = ${round} order by project_id nulls last, number collate "C"`
  const [winner, ...others] = rows.map(({ team }) => team)
  assert.equal(await projectOf(winner!), slugs[0])
  const offers = async () =>
    (
      await world.sql<
        { team: number; state: string }[]
      >`select team_id as team, state from round_offer where round_id = ${round} order by id`
    ).map(({ team, state }) => `${others.indexOf(team) + 1} ${state}`)
  const elsewhere = `elsewhere-${round}`
  await addProject(world.sql, elsewhere)
  return { project: ids[0]!, slug: slugs[0]!, winner: winner!, others, teams, offers, elsewhere }
}

const nameOf = async (team: number) => (await world.sql<{ name: string }[]>`select name from team where id = ${team}`)[0]!.name

test('a team is moved away, or its move is undone', async () => {
  const { winner, slug, elsewhere, offers } = await fullProject()
  await move(winner, elsewhere)
  assert.deepEqual(await offers(), ['1 open'])
  // A curator gives the place to another team, and takes that back.
  const other = await addTeam(world.sql, `Other ${winner}`, 'anna*')
  await world.set({ undoMinutes: 10 })
  await move(other, slug)
  await advance(world.service)
  assert.deepEqual(await offers(), ['1 withdrawn'])
  await curator(undoMove, at(other))
  assert.deepEqual(await offers(), ['1 withdrawn', '1 open'])
})

test('the limit of the project is raised', async () => {
  const { project, offers } = await fullProject(2)
  await setPlaces(world, project, 2)
  assert.deepEqual(await offers(), ['1 open'])
})

test('the project is published again', async () => {
  for (const isBulk of [false, true]) {
    const { project, offers } = await fullProject()
    await curator(setProjectState, { ...at(project), body: { state: 'archived' } })
    assert.deepEqual(await offers(), [])
    if (isBulk) await curator(changeProjects, { body: { mode: 'do', ids: [project], change: { state: 'published' } } })
    else await curator(setProjectState, { ...at(project), body: { state: 'published' } })
    assert.deepEqual(await offers(), ['1 open'])
  }
})

test('a sheet of projects raises the limit', async () => {
  const { slug, offers } = await fullProject()
  await importSheet(world, 'project', `slug,name,teamLimit\n${slug},Project ${slug},2\n`)
  assert.deepEqual(await offers(), ['1 open'])
})

test('the team that was offered it gets other work by a decision, a move or a sheet of teams', async () => {
  const ways: ((team: number, project: string) => Promise<unknown>)[] = [
    async (team, project) => {
      await world.set({ undoMinutes: 0 })
      const { id } = await world.clients.anna!(createRequest, { body: { project, team } })
      await curator(decideRequest, { ...at(id), body: { decision: 'approve' } })
    },
    (team, project) => move(team, project),
    async (team, project) => importSheet(world, 'team', `team,project\n${await nameOf(team)},${project}\n`),
  ]
  for (const give of ways) {
    const { winner, others, elsewhere, offers } = await fullProject(2)
    await move(winner, null)
    assert.deepEqual(await offers(), ['1 open'])
    await give(others[0]!, elsewhere)
    assert.deepEqual(await offers(), ['1 withdrawn', '2 open'])
  }
})

test('the team that was offered it is disbanded by its admin, or because its last member has left', async () => {
  const { sql, clients } = world
  await world.set({ undoMinutes: 0 })
  const ways = [
    (team: number) => clients.anna!(disbandTeam, at(team)),
    async (team: number) => {
      await sql`update team set formed_by = 'members' where id = ${team}`
      assert.ok((await clients.anna!(leaveTeam, at(team))).isDisbanded)
    },
  ]
  for (const end of ways) {
    const { winner, others, offers } = await fullProject(2)
    await move(winner, null)
    await end(others[0]!)
    assert.deepEqual(await offers(), ['1 withdrawn', '2 open'])
  }
})
