import { announceRound, type ConsoleRound, createRound } from '#contract/console/round.ts'
import { createRequest } from '#contract/request.ts'
import type { Sql } from '#database/sql.ts'
import { advanceRounds } from '#run/rounds/rounds.ts'
import { createRoundSecrets } from '#run/rounds/secrets.ts'
import type { TestService } from '#tests/support/service.ts'
import { addProject, addTeam } from './requests.ts'
import type { clientOf } from './teams.ts'

// Test data for rounds.

type Client = Awaited<ReturnType<typeof clientOf>>
export const HOUR = 3_600_000

/** A clock that tests move. */
export function createClock(start = Date.now()) {
  let offset = start - Date.now()
  return {
    now: () => new Date(Date.now() + offset),
    move(ms: number): void {
      offset += ms
    },
  }
}

let made = 0

/** Projects named p1, p2 … of a round of their own; `limits`: places of each. */
export async function addRoundProjects(sql: Sql, limits: (number | null)[]): Promise<{ ids: number[]; slugs: string[] }> {
  const set = ++made
  const slugs = limits.map((_, index) => `r${set}-p${index + 1}`)
  const ids: number[] = []
  for (const [index, teamLimit] of limits.entries()) ids.push(await addProject(sql, slugs[index]!, { teamLimit }))
  return { ids, slugs }
}

/** An announced round that is open for two hours. */
export async function openRound(
  curator: Client,
  projects: number[],
  now: Date,
  more: { rule?: 'fair' | 'fullest'; mostChoices?: number; name?: string } = {},
): Promise<ConsoleRound> {
  const round = await curator(createRound, {
    body: {
      name: `Round ${++made}`,
      mostChoices: 20,
      projects,
      opensAt: new Date(now.getTime() - 1000).toISOString(),
      closesAt: new Date(now.getTime() + 2 * HOUR).toISOString(),
      ...more,
    },
  })
  return curator(announceRound, { params: { id: String(round.id) } })
}

/** A team of this person with these choices. */
export async function addChoosingTeam(
  sql: Sql,
  login: string,
  client: Client,
  slugs: string[],
): Promise<{ team: number; requests: number[] }> {
  // Lists are by name: the later one comes later.
  const team = await addTeam(sql, `Choosing ${String(++made).padStart(4, '0')}`, `${login}*`)
  const requests: number[] = []
  for (const project of slugs) requests.push((await client(createRequest, { body: { project, team } })).id)
  return { team, requests }
}

/** What the worker does now. */
export const advance = (service: TestService): Promise<void> =>
  advanceRounds({
    sql: service.app.sql,
    now: service.app.now,
    calendar: service.app.calendar,
    log: service.app.log,
    secrets: createRoundSecrets(service.config),
    onApplied: service.app.changes.invalidate,
  })

/** Straight into the database: a published round without projects and teams. */
export async function insertPublishedRound({ sql, app }: TestService, slug: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`insert into round (slug, name) values (${slug}, ${slug}) returning id`
  const { id } = row!
  const { seedHash, seedSealed, keySealed } = app.roundSecrets.draw(id)
  await sql`
    update round set opens_at = now() - interval '2 days', closes_at = now() - interval '1 day', first_day = current_date - 2, last_day = current_date - 1,
      announced_at = now(), seed_hash = ${seedHash}, seed_sealed = ${seedSealed}, key_sealed = ${keySealed}, sealed_at = now(), choices = '[]',
      choices_digest = ${'a'.repeat(64)}, published_at = now(), bundle = '{"places": {}}' where id = ${id}`
  return id
}
