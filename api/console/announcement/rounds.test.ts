import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Audience, createAnnouncement, getAnnouncement, previewAnnouncement } from '#contract/console/announcement.ts'
import { closeRound, lockTeam, markChoices } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { moveTeam } from '#contract/console/team.ts'
import { acceptOffer } from '#contract/round-after.ts'
import { advanceAnnouncements } from '#store/announcement/announcement.ts'
import { refused } from '#tests/support/strict-client.ts'
import { addTeam, dayFromNow } from '#tests/support/world/requests.ts'
import { addChoosingTeam, addRoundProjects, advance, createClock, openRound } from '#tests/support/world/rounds.ts'
import { teamWorld } from '#tests/support/world/teams.ts'

// Announcements to the teams of a round.

const clock = createClock()
const world = teamWorld({ curator: [], anna: [], boris: [], vera: [], gleb: [] }, clock.now)
const text = { subject: 'About the round', body: 'Read this.' }
const byId = (id: number) => ({ params: { id: String(id) } })
const preview = (audience: Audience) => world.clients.curator!(previewAnnouncement, { body: { ...text, audience } })
const create = (audience: Audience) => world.clients.curator!(createAnnouncement, { body: { ...text, audience } })

/** The logins of those who get it, which are as many as the preview says. */
async function readersOf(kind: Audience['kind'], round: string): Promise<string[]> {
  const { recipients } = await preview({ kind, round })
  if (recipients.emails === 0) return []
  const { id } = await create({ kind, round })
  while (await advanceAnnouncements(world.sql, { now: clock.now(), today: dayFromNow(0, clock.now().getTime()) }));
  const rows = await world.sql<{ login: string }[]>`
    select p.login from announcement_recipient r join person p on p.id = r.person_id where r.announcement_id = ${id} order by p.login`
  assert.equal(recipients.emails, rows.length)
  return rows.map(({ login }) => login)
}

test('teams with choices get it at any time, teams with or without a place once the results are published', async () => {
  const { sql, service, clients } = world
  const curator = clients.curator!
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const round = await openRound(curator, ids, clock.now())
  const { slug } = round
  const anna = await addChoosingTeam(sql, 'anna', clients.anna!, [slugs[0]!])
  const boris = await addChoosingTeam(sql, 'boris', clients.boris!, [slugs[0]!])
  const vera = await addTeam(sql, 'By hand', 'vera*')
  await addTeam(sql, 'Not in the round', 'gleb*')
  await curator(lockTeam, { ...byId(round.id), body: { team: vera, project: slugs[1]!, reason: 'Continues' } })
  await curator(markChoices, { ...byId(round.id), body: { marks: [{ request: anna.requests[0]!, mark: 'preferred' }] } })

  const refuseResults = async (when: string) => {
    for (const kind of ['round-placed', 'round-unplaced'] as const) {
      await refused('round_not_published', preview({ kind, round: slug }))
      await refused('round_not_published', create({ kind, round: slug }))
    }
    assert.deepEqual(await readersOf('round-teams', slug), ['anna', 'boris'], when)
  }
  await refuseResults('open')
  await curator(closeRound, byId(round.id))
  await advance(service)
  await refuseResults('sealed')
  const { draft } = await curator(placeRound, byId(round.id))
  await refuseResults('with a draft')
  await curator(publishRound, { ...byId(round.id), body: { draft: draft!.id } })
  await refuseResults('in the undo window')
  clock.move(11 * 60_000)
  await advance(service)

  assert.deepEqual(await readersOf('round-teams', slug), ['anna', 'boris'])
  assert.deepEqual(await readersOf('round-placed', slug), ['anna', 'vera'])
  assert.deepEqual(await readersOf('round-unplaced', slug), ['boris'])
  const made = await curator(getAnnouncement, byId((await create({ kind: 'round-unplaced', round: slug })).id))
  assert.deepEqual(made.audience, { kind: 'round-unplaced', project: null, round: { slug, name: round.name } })

  await curator(moveTeam, { ...byId(anna.team), body: { project: null } })
  const [offer] = await sql<{ id: number }[]>`select id from round_offer where team_id = ${boris.team} and state = 'open'`
  await clients.boris!(acceptOffer, { params: { slug, id: String(offer!.id) } })
  assert.deepEqual(await readersOf('round-placed', slug), ['anna', 'boris', 'vera'], 'a place that was offered later')
  assert.deepEqual(await readersOf('round-unplaced', slug), [])
  await refused('audience_empty', create({ kind: 'round-unplaced', round: slug }))
})

test('a round that does not exist or is not given is refused', async () => {
  for (const kind of ['round-teams', 'round-placed', 'round-unplaced'] as const) {
    await refused('round_not_found', preview({ kind, round: 'no-such-round' }))
    await refused('round_not_found', preview({ kind }))
    await refused('round_not_found', create({ kind, round: 'no-such-round' }))
  }
})
