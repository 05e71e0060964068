import { closeRound, createRound } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { createRequest } from '#contract/request.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'
import { advance, insertPublishedRound, openRound } from '#tests/support/world/rounds.ts'
import { addPerson } from '#tests/support/world/teams.ts'
import { ownTeam } from './members.ts'
import { idOf, type Prepared, type Samples } from './sent.ts'

// What is done with rounds.

const params = (id: number) => ({ params: { id: String(id) } })

/** Announced and open, with one project. */
async function open(given: Prepared): Promise<number> {
  const project = await addProject(given.sql, given.unique)
  return (await openRound(given.me.call as never, [project], given.service.app.now(), { name: `Round ${given.unique}` })).id
}

/** Its choices are sealed: the team of the caller wants the project. */
async function sealed(given: Prepared): Promise<number> {
  const id = await open(given)
  await given.me.call(createRequest, { body: { project: given.unique, team: await ownTeam(given) } })
  await given.me.call(closeRound, params(id))
  await advance(given.service)
  return id
}

async function placed(given: Prepared): Promise<{ id: number; draft: number }> {
  const id = await sealed(given)
  return { id, draft: (await given.me.call(placeRound, params(id))).draft!.id }
}

/** The teams of a published round; those that got a place work on its project. */
async function participant(given: Prepared, round: number, team: number, project: number, hasPlace: boolean): Promise<number> {
  const { sql } = given
  await sql`update project set round_id = ${round} where id = ${project}`
  const request = await idOf(sql`insert into request (team_id, project_id, round_id, status, reason_id)
    values (${team}, ${project}, ${round}, ${hasPlace ? 'approved' : 'declined'}, ${hasPlace ? null : 1}) returning id`)
  await sql`insert into round_result (round_id, team_id, pseudonym, reasons)
    values (${round}, ${team}, ${`X${team}`}, ${sql.json({ summary: { code: 'no_choices' }, choices: [] })})`
  if (hasPlace) await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  return request
}

export const ofRounds: Samples = {
  async acceptOffer(given) {
    const { service, sql, unique } = given
    const [round, project] = [await insertPublishedRound(service, unique), await addProject(sql, `${unique}-p`)]
    const team = await ownTeam(given)
    const request = await participant(given, round, team, project, false)
    const id = await idOf(sql`insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
      values (${round}, ${request}, ${team}, ${project}, now(), now() + interval '1 day') returning id`)
    return { path: { slug: unique, id } }
  },
  async answerExchange(given) {
    const { service, sql, unique } = given
    const round = await insertPublishedRound(service, unique)
    const projects = [await addProject(sql, `${unique}-a`), await addProject(sql, `${unique}-b`)]
    await addPerson(sql, `${unique}-other`)
    const teams = [await ownTeam(given), await addTeam(sql, `Other ${unique}`, `${unique}-other*`)]
    const id = await idOf(
      sql`insert into round_exchange (round_id, created_at, due_at) values (${round}, now(), now() + interval '1 day') returning id`,
    )
    for (const nth of [0, 1]) {
      await participant(given, round, teams[nth]!, projects[nth]!, true)
      await sql`insert into round_exchange_move values (${id}, ${teams[nth]!}, ${projects[nth]!}, ${projects[1 - nth]!})`
    }
    return { path: { slug: unique, id }, body: { team: teams[0]!, isConfirmed: true } }
  },
  createRound: async ({ sql, unique }) => ({
    body: { name: `Round ${unique}`, mostChoices: 5, projects: [await addProject(sql, unique)] },
  }),
  async announceRound({ sql, me, unique }) {
    const body = {
      name: `Round ${unique}`,
      mostChoices: 5,
      projects: [await addProject(sql, unique)],
      opensAt: new Date(Date.now() + 60_000).toISOString(),
      closesAt: new Date(Date.now() + 86_400_000).toISOString(),
    }
    return { path: { id: (await me.call(createRound, { body })).id } }
  },
  closeRound: async (given) => ({ path: { id: await open(given) } }),
  askForChoices: async (given) => ({ path: { id: await open(given) }, body: { teams: [await ownTeam(given)] } }),
  placeRound: async (given) => ({ path: { id: await sealed(given) } }),
  async publishRound(given) {
    const { id, draft } = await placed(given)
    return { path: { id }, body: { draft } }
  },
  async undoPublishing(given) {
    const { id, draft } = await placed(given)
    await given.me.call(publishRound, { ...params(id), body: { draft } })
    return { path: { id } }
  },
  endRound: async ({ service, unique }) => ({ path: { id: await insertPublishedRound(service, unique) } }),
  async abandonRound(given) {
    const id = await open(given)
    await given.sql`update round set seed_sealed = 'lost', key_sealed = 'lost' where id = ${id}`
    return { path: { id } }
  },
}
