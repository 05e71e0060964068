import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { closeRound, lockTeam } from '#contract/console/round.ts'
import { placeRound, publishRound } from '#contract/console/round-placing.ts'
import { moveTeam } from '#contract/console/team.ts'
import { setWishes } from '#contract/round-after.ts'
import { assertNoAxeViolations, openBrowser } from '#tests/support/browser.ts'
import { listening, openApp, settled } from '#tests/support/page/app.ts'
import { test } from '#tests/support/tier.ts'
import { publishedRound } from '#tests/support/world/published-round.ts'
import { roundWorld } from '#tests/support/world/round-world.ts'
import { addChoosingTeam, addRoundProjects, advance, type createClock, openRound } from '#tests/support/world/rounds.ts'

// Rounds after the results: what a team got and why, waitlist, exchanges, and the check in the browser.

const browser = openBrowser()
const world = roundWorld(['anna', 'boris', 'vera'])
const clock: ReturnType<typeof createClock> = { now: () => new Date(), move: () => {} }
type Round = Awaited<ReturnType<typeof publishedRound>>
let round: Round
before(async () => {
  // Two teams for one place; the third one has a project to itself.
  const lists = [
    { login: 'anna', choices: [0, 1] },
    { login: 'boris', choices: [0] },
    { login: 'vera', choices: [2] },
  ]
  round = await publishedRound(world, clock, [1, 1, 1], lists)
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const nameOf = (index: number, of: Round = round) => `Project ${of.slugs[index]}`
const resultPath = (of: Round = round) => `/round/${of.slug}/choices`
const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem').allInnerTexts()

test('a team reads what it got and why, in its language; a member of no team of the round sees nothing of others', async () => {
  const got = await round.projectOf(round.teams[0]!.team)
  const { page, faults } = await openApp(browser, world.service, { login: 'anna', path: resultPath() })
  await page.getByRole('heading', { name: `You got “Project ${got}”` }).waitFor()
  await page.getByText('Why?').click()
  await page.getByText(`Choice 1: ${nameOf(0)}`).waitFor()
  const { choices } = await round.viewOf('anna', round.teams[0]!.team)
  for (const reason of choices.flatMap(({ reasons }) => reasons)) await page.getByText(reason, { exact: true }).waitFor()
  assert.ok(choices[0]!.reasons.length > 0)
  await settled(page)
  await assertNoAxeViolations(page)
  const { page: russian } = await openApp(browser, world.service, { login: 'vera', path: resultPath(), locale: 'ru' })
  await russian.getByRole('heading', { name: `Ваш проект — «${nameOf(2)}»` }).waitFor()
  await russian.getByText('Вы получили первый проект из списка: ждать больше нечего.').waitFor()
  assert.equal(await russian.getByText(nameOf(0)).count(), 0)
  assert.deepEqual(faults, [])
})

test('everybody can check the results in the browser; a team finds its own lottery number', async () => {
  const { page, faults } = await openApp(browser, world.service, { login: 'vera', path: `/round/${round.slug}` })
  await button(page, 'Check the results').click()
  await page.getByRole('heading', { name: 'Everything matches' }).waitFor()
  const shown = await steps(page)
  assert.equal(shown.length, 6)
  for (const step of shown) assert.match(step, /passed$/)
  const { pseudonym } = await round.viewOf('vera', round.teams[2]!.team)
  await page.getByText(new RegExp(`\\(${pseudonym}\\): number [123] of 3 in the lottery, and “${nameOf(2)}”`)).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

test('a round that keeps its file to participants lets them check, and says so to others', async () => {
  const closed = await publishedRound(world, clock, [1, 1], [{ login: 'anna', choices: [0] }])
  await world.sql`update round set bundle_for = 'participants' where id = ${closed.id}`
  const path = `/round/${closed.slug}`
  const { page: guest, faults } = await openApp(browser, world.service, { path })
  await guest.getByText('Only members of teams in this round and curators can read the file.').waitFor()
  assert.equal(await button(guest, 'Check the results').count(), 0)
  await assertNoAxeViolations(guest)
  const { page } = await openApp(browser, world.service, { login: 'anna', path })
  await button(page, 'Check the results').click()
  await page.getByRole('heading', { name: 'Everything matches' }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the file').click()])
  assert.equal(file.suggestedFilename(), `${closed.slug}.bundle.json`)
  const { page: other } = await openApp(browser, world.service, { login: 'vera', path })
  await settled(other)
  assert.equal(await button(other, 'Check the results').count(), 0, 'a member of no team in the round')
  const { page: curators } = await openApp(browser, world.service, { login: 'curator', path })
  await button(curators, 'Check the results').click()
  await curators.getByRole('heading', { name: 'Everything matches' }).waitFor()
  assert.deepEqual(faults, [])
})

test('a team placed by hand reads the reason, and sees that the file has its fingerprint', async () => {
  const { sql, service, clients } = world
  const { ids, slugs } = await addRoundProjects(sql, [1, 1])
  const curator = clients.curator!
  const { id, slug } = await openRound(curator, ids, new Date())
  const params = { id: String(id) }
  const { team } = await addChoosingTeam(sql, 'boris', clients.boris!, [slugs[0]!])
  const { team: gone } = await addChoosingTeam(sql, 'vera', clients.vera!, [slugs[0]!])
  await curator(lockTeam, { params, body: { team, project: slugs[1]!, reason: 'Second year with this client' } })
  await curator(closeRound, { params })
  await advance(service)
  await sql`update team set disbanded_at = now() where id = ${gone}`
  const { draft } = await curator(placeRound, { params })
  await curator(publishRound, { params, body: { draft: draft!.id } })
  const { page, faults } = await openApp(browser, service, { login: 'boris', path: `/round/${slug}/choices` })
  await page.getByLabel('Team').selectOption(String(team))
  await page.getByText('Placed by the curators before the lottery: Second year with this client').waitFor()
  await page.goto(`${service.origin}/round/${slug}`)
  await button(page, 'Check the results').click()
  await page.getByText('The curators’ reason: “Second year with this client”. The file has its fingerprint.', { exact: false }).waitFor()
  await page.getByText(/^[A-Z2-7]{16}: the team was disbanded$/).waitFor()
  await assertNoAxeViolations(page)
  assert.deepEqual(faults, [])
})

/** Opens the page with a bundle that was changed on its way, and reads what the check says. */
async function checkOf(change: (bundle: Record<string, unknown>) => void): Promise<{ page: Page; shown: string[]; difference: string }> {
  const { page } = await openApp(browser, world.service, { path: `/round/${round.slug}` })
  await page.route('**/bundle.json', async (route) => {
    const response = await route.fetch()
    const bundle = (await response.json()) as Record<string, unknown>
    change(bundle)
    await route.fulfill({ response, body: JSON.stringify(bundle) })
  })
  await button(page, 'Check the results').click()
  await page.getByRole('heading', { name: 'Something doesn’t match' }).waitFor()
  return { page, shown: await steps(page), difference: await page.locator('.check-difference').innerText() }
}
const outcomes = (shown: string[]) => shown.map((step) => /(passed|does not match|not checked)$/.exec(step)?.[1])

test('a red cross names the first difference: a placement, a seed, or a file of another lottery', async () => {
  const moved = await checkOf((bundle) => {
    const row = (bundle.placement as { team: string; project: string | null }[]).find(({ project }) => project !== null)!
    row.project = null
  })
  assert.deepEqual(outcomes(moved.shown), ['passed', 'passed', 'passed', 'passed', 'passed', 'does not match'])
  assert.match(moved.difference, /^[A-Z2-7]{16}: the file says no place, it should be r\d+-p\d$/)
  await assertNoAxeViolations(moved.page)
  const seed = await checkOf((bundle) => {
    bundle.seed = 'ab'.repeat(32)
  })
  assert.deepEqual(outcomes(seed.shown), ['passed', 'passed', 'does not match', 'not checked', 'not checked', 'not checked'])
  const other = await checkOf((bundle) => {
    bundle.seedHash = 'cd'.repeat(32)
  })
  assert.deepEqual(outcomes(other.shown).slice(0, 3), ['passed', 'does not match', 'not checked'])
  assert.match(other.difference, /^seedHash: the file says (cd)+, it should be [0-9a-f]{64}$/)
})

test('the check compares with what this device saw before the results, not only with what the server says now', async () => {
  const { page } = await openApp(browser, world.service, { path: '/round' })
  const seen = { seedHash: 'ee'.repeat(32), choicesDigest: 'ff'.repeat(32), at: Date.now() - 86_400_000 }
  await page.evaluate(`localStorage.setItem('pj-rounds', ${JSON.stringify(JSON.stringify({ [round.slug]: seen }))})`)
  await page.goto(`${world.service.origin}/round/${round.slug}`)
  await page.getByText('This device has known these fingerprints since', { exact: false }).waitFor()
  await button(page, 'Check the results').click()
  await page.getByText(/^seedHash: the file says [0-9a-f]{64}, it should be (ee)+$/).waitFor()
})

test('a place that becomes free is offered with a deadline; accepting moves the team', async () => {
  // The second team prefers the first project and waits for it.
  const waiting = await publishedRound(
    world,
    clock,
    [1, 1],
    [
      { login: 'boris', choices: [0] },
      { login: 'anna', choices: [0, 1] },
    ],
  )
  const [boris, anna] = waiting.teams as [Round['teams'][number], Round['teams'][number]]
  if ((await waiting.projectOf(anna.team)) === waiting.slugs[0]) return offerToTheOther(waiting, boris.team, anna.team)
  const { page } = await openApp(browser, world.service, { login: 'anna', path: resultPath(waiting) })
  await page.getByLabel('Team').selectOption(String(anna.team))
  const list = page.getByRole('region', { name: 'Waitlist' })
  await list.getByRole('link', { name: new RegExp(nameOf(0, waiting)) }).waitFor()
  await listening(world.service)
  await world.clients.curator!(moveTeam, { params: { id: String(boris.team) }, body: { project: null } })
  await acceptOffer(page, waiting, anna.team)
})

/** The draw gave the first project to the team that also chose another one: then the other team waits. */
async function offerToTheOther(of: Round, boris: number, anna: number): Promise<void> {
  const { page } = await openApp(browser, world.service, { login: 'boris', path: resultPath(of) })
  await page.getByLabel('Team').selectOption(String(boris))
  await page.getByRole('heading', { name: 'No place this time' }).waitFor()
  await listening(world.service)
  await world.clients.curator!(moveTeam, { params: { id: String(anna) }, body: { project: null } })
  await acceptOffer(page, of, boris)
}

async function acceptOffer(page: Page, of: Round, team: number): Promise<void> {
  const project = nameOf(0, of)
  await page.getByRole('heading', { name: `A place is free: “${project}”` }).waitFor()
  assert.match(await page.getByRole('timer').innerText(), /^Answer within (2 days|1 day 23 hours)$/)
  await settled(page)
  await assertNoAxeViolations(page)
  await button(page, `Accept the place in ${project}`).click()
  await page.getByText(`The project is yours: “${project}”.`).waitFor()
  await page.getByRole('heading', { name: `You got “${project}”` }).waitFor()
  assert.equal(await of.projectOf(team), of.slugs[0])
}

test('a team leaves the waitlist of a project and returns', async () => {
  const of = await publishedRound(
    world,
    clock,
    [1],
    Array.from({ length: 2 }, () => ({ login: 'boris', choices: [0] })),
  )
  const isPlaced = await Promise.all(of.teams.map(async ({ team }) => (await of.projectOf(team)) !== null))
  const waiting = of.teams[isPlaced.indexOf(false)]!
  const project = nameOf(0, of)
  const { page } = await openApp(browser, world.service, { login: 'boris', path: resultPath(of) })
  await page.getByLabel('Team').selectOption(String(waiting.team))
  const list = page.getByRole('region', { name: 'Waitlist' })
  await button(page, `Stop waiting for ${project}`).click()
  await page.getByText(`You no longer wait for “${project}”.`).waitFor()
  await list.getByText('You’re not waiting for anything.').waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await button(page, `Wait again for ${project}`).click()
  await page.getByText(`You’re waiting for “${project}” again.`).waitFor()
  await list.getByRole('link', { name: new RegExp(project) }).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  assert.ok((await of.viewOf('boris', waiting.team)).choices[0]!.isWaiting)
})

test('a declined offer goes to the next team; an offer that has ended says so', async () => {
  const of = await publishedRound(
    world,
    clock,
    [1],
    Array.from({ length: 3 }, () => ({ login: 'boris', choices: [0] })),
  )
  const isPlaced = await Promise.all(of.teams.map(async ({ team }) => (await of.projectOf(team)) !== null))
  const placed = of.teams[isPlaced.indexOf(true)]!
  await world.clients.curator!(moveTeam, { params: { id: String(placed.team) }, body: { project: null } })
  const offeredTeam = async () =>
    String((await world.sql`select team_id from round_offer where round_id = ${of.id} and state = 'open'`)[0]!.team_id)
  const first = await offeredTeam()
  const { page } = await openApp(browser, world.service, { login: 'boris', path: resultPath(of), isStill: true })
  await page.getByLabel('Team').selectOption(first)
  await button(page, /^Decline the place/).click()
  await page.getByText('Offer declined. The place goes to the next team.').waitFor()
  await page.getByRole('heading', { name: /^A place is free/ }).waitFor({ state: 'hidden' })
  const second = await offeredTeam()
  assert.notEqual(second, first)
  await page.getByLabel('Team').selectOption(second)
  await page.getByRole('heading', { name: /^A place is free/ }).waitFor()
  await world.sql`update round_offer set due_at = now() - interval '1 minute' where round_id = ${of.id} and state = 'open'`
  await button(page, /^Accept the place/).click()
  await page.getByRole('alert').getByText('It was answered, has expired, or the place is gone.').waitFor()
})

test('teams that would rather have each other’s projects are offered a swap and confirm it', async () => {
  const of = await publishedRound(
    world,
    clock,
    [1, 1],
    [
      { login: 'anna', choices: [0] },
      { login: 'vera', choices: [1] },
    ],
  )
  const [anna, vera] = of.teams as [Round['teams'][number], Round['teams'][number]]
  await world.clients.vera!(setWishes, { params: { slug: of.slug }, body: { team: vera.team, projects: [of.slugs[0]!] } })
  const { page } = await openApp(browser, world.service, { login: 'anna', path: resultPath(of) })
  await page.getByLabel('Team').selectOption(String(anna.team))
  await page.getByRole('heading', { name: 'Would rather have' }).waitFor()
  await button(page, 'Add a project').click()
  await page.getByLabel('Project', { exact: true }).selectOption(of.slugs[1]!)
  await assertNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add a project' }).click()
  await page.getByRole('heading', { name: 'A swap is possible' }).waitFor()
  await page.getByText(`You give “${nameOf(0, of)}” and get “${nameOf(1, of)}”. 2 teams take part, and all of them must agree.`).waitFor()
  await settled(page)
  await assertNoAxeViolations(page)
  await button(page, 'Swap').click()
  await page.getByText('You agreed. We’re waiting for the other teams.').waitFor()
  const { page: second } = await openApp(browser, world.service, { login: 'vera', path: resultPath(of) })
  await second.getByLabel('Team').selectOption(String(vera.team))
  await button(second, 'Swap').click()
  await second.getByRole('heading', { name: `You got “${nameOf(0, of)}”` }).waitFor()
  await second.getByText(`The draw gave you “${nameOf(1, of)}”. You’ve moved since.`).waitFor()
  assert.deepEqual([await of.projectOf(anna.team), await of.projectOf(vera.team)], [of.slugs[1], of.slugs[0]])
})
