import assert from 'node:assert/strict'
import { updateProject } from '#contract/console/project.ts'
import { closeRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { listChoices } from '#contract/round.ts'
import { addChoosingTeam, addRoundProjects, advance, type createClock, openRound } from './rounds.ts'
import type { teamWorld } from './teams.ts'

// A round with published results, for tests of what follows.

type World = ReturnType<typeof teamWorld>
type Clock = ReturnType<typeof createClock>

/** One team for each list of choices (numbers of projects, from 0), administered by the given person. */
export async function publishedRound(world: World, clock: Clock, places: (number | null)[], lists: { login: string; choices: number[] }[]) {
  const { sql, service, clients } = world
  await world.set({ undoMinutes: 0 })
  const { ids, slugs } = await addRoundProjects(sql, places)
  const curator = clients.curator!
  const { id, slug } = await openRound(curator, ids, clock.now())
  const teams = []
  for (const { login, choices } of lists)
    teams.push({
      login,
      ...(await addChoosingTeam(
        sql,
        login,
        clients[login]!,
        choices.map((one) => slugs[one]!),
      )),
    })
  const params = { id: String(id) }
  await curator(closeRound, { params })
  await advance(service)
  const { draft } = await curator(placeRound, { params })
  await curator(publishRound, { params, body: { draft: draft!.id } })
  const projectOf = async (team: number): Promise<string | null> => {
    const [row] = await sql<{ slug: string }[]>`
      select p.slug from assignment a join project p on p.id = a.project_id where a.team_id = ${team} and a.ended_at is null`
    return row?.slug ?? null
  }
  const viewOf = async (login: string, team: number) => {
    const view = (await clients[login]!(listChoices, { params: { slug } })).teams.find((one) => one.team === team)
    assert.ok(view)
    return view
  }
  return { id, slug, ids, slugs, teams, projectOf, viewOf }
}

/** As in the console. */
export async function setPlaces({ sql, clients }: World, id: number, teamLimit: number): Promise<void> {
  const [row] = await sql<{ name: string }[]>`select name from project where id = ${id}`
  await clients.curator!(updateProject, { params: { id: String(id) }, body: { name: row!.name, teamLimit } })
}
