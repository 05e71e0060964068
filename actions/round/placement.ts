import { createHash } from 'node:crypto'
import type { AnySql, Sql } from '#database/sql.ts'
import { type Choices, type Exclusion, InvalidRound, type Mark, type Round } from '#rules/placement/instance.ts'
import { canonicalJson, pseudonymOf, reasonHashOf, reasonKeyOf } from '#rules/placement/proof/lottery.ts'
import { type Excluded, findSealedRound, type SealedRound, type TeamPlace } from '#store/round/placement.ts'
import type { RoundTeamRow } from '#store/round/review.ts'
import { findBasis, listRoundProjects, listRoundTeams } from '#store/round/review.ts'
import type { StoredRound } from '#store/round/round.ts'
import { placeInThread } from './placement-thread.ts'
import type { Placed } from './placement-worker.ts'
import type { RoundSecrets } from './round-secrets.ts'

// The input of a placement from the rows of a locked round, with pseudonyms in place of teams. A choice that has ended since sealing, and every
// choice of a team that cannot be placed, is excluded; a project that is not published any more has no places.

/** `reason`: its hash, as it is published. */
export type Locks = { team: string; project: string; reason: string }[]
export type Input = {
  round: Round & { locks: Locks; excluded: Exclusion[] }
  teams: RoundTeamRow[]
  pseudonyms: Map<number, string>
  projectIds: Map<string, number>
  /** SHA-256 of everything the result depends on. */
  conditions: string
}

/** Why a round cannot be placed; the handler answers `round_not_placeable`. */
export class NotPlaceable extends Error {
  readonly why: 'open' | 'key' | 'locks' | 'excluded' | 'publishing'
  readonly team: string
  constructor(why: NotPlaceable['why'], team = '') {
    super(why)
    this.why = why
    this.team = team
  }
}

export async function loadInput(
  sql: AnySql,
  { id, rule }: Pick<StoredRound, 'id' | 'rule'>,
  sealed: Pick<SealedRound, 'choices' | 'choicesDigest'>,
  key: Uint8Array<ArrayBuffer>,
  today: string,
): Promise<Input> {
  const projects = await listRoundProjects(sql, id)
  const teams = await listRoundTeams(sql, id, today)
  const pseudonyms = new Map(await Promise.all(teams.map(async ({ team }) => [team, await pseudonymOf(key, String(team))] as const)))
  const choices: Choices[] = JSON.parse(sealed.choices)
  const listOf = new Map(choices.map(({ team, projects }) => [team, projects]))
  // Slugs as they were when the choices were sealed: curators may have renamed a project since.
  const slugs = new Map(projects.map((project) => [project.id, project.slug]))
  for (const { team, choices } of teams)
    for (const { projectId, rank } of choices) slugs.set(projectId, listOf.get(pseudonyms.get(team)!)?.[rank - 1] ?? slugs.get(projectId)!)
  const locked = teams.flatMap(({ team, lock }) =>
    lock ? [{ id: String(team), team: pseudonyms.get(team)!, project: slugs.get(lock.projectId)!, reason: lock.reason }] : [],
  )
  const round = {
    choices,
    places: Object.fromEntries(projects.map(({ id, isPublished, places }) => [slugs.get(id)!, isPublished ? places : 0])),
    marks: teams.flatMap((row) => marksOf(row, pseudonyms.get(row.team)!, slugs)),
    locks: await Promise.all(
      locked.map(async ({ id, reason, ...lock }) => ({ ...lock, reason: await reasonHashOf(await reasonKeyOf(key, id), reason) })),
    ),
    excluded: exclusionsOf(teams).map(({ team, project, reason }) => ({
      team: pseudonyms.get(team)!,
      project: project === null ? null : slugs.get(project)!,
      reason,
    })),
  }
  const facts = {
    rule,
    digest: sealed.choicesDigest,
    places: round.places,
    marks: sorted(round.marks),
    locks: sorted(locked.map(({ team, project, reason }) => ({ team, project, reason }))),
    ...(round.excluded.length > 0 && { excluded: sorted(round.excluded) }),
  }
  const conditions = createHash('sha256').update(canonicalJson(facts)).digest('hex')
  return { round, teams, pseudonyms, projectIds: new Map([...slugs].map(([id, slug]) => [slug, id])), conditions }
}

const sorted = <T extends { team: string; project: string | null }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.team + a.project < b.team + b.project ? -1 : 1))

const marksOf = ({ choices }: RoundTeamRow, team: string, slugs: Map<number, string>): Mark[] =>
  choices.flatMap(({ projectId, mark }) => (mark === null ? [] : [{ team, project: slugs.get(projectId)!, mark }]))

/** What takes no part, and why: a team, or one of its choices. */
export const exclusionsOf = (teams: readonly RoundTeamRow[]): Excluded[] =>
  teams.flatMap(({ team, name, choices, excluded, isEmpty }): Excluded[] => {
    if (choices.length === 0) return []
    if (excluded !== null) return [{ team, name, project: null, reason: excluded === 'disbanded' && isEmpty ? 'empty' : excluded }]
    return choices.flatMap(({ projectId, isLive }) => (isLive ? [] : [{ team, name, project: projectId, reason: 'ended' as const }]))
  })

/** The others are not told anything: there is no team any more, or nothing it still wants. */
export const getsResult = ({ excluded, choices, lock }: RoundTeamRow): boolean =>
  excluded !== 'disbanded' && (lock !== null || choices.some(({ isLive }) => isLive))

export type Result = Input & {
  basis: string
  seed: string
  seedHash: string
  choicesDigest: string
  placed: Placed
  placement: TeamPlace[]
}

type PlacedRound = Pick<StoredRound, 'id' | 'rule'>
type Loaded = Input & Pick<Result, 'basis' | 'seed' | 'seedHash' | 'choicesDigest'>

/** In the caller's transaction. */
export const computeResult = async (sql: AnySql, round: PlacedRound, secrets: RoundSecrets, today: string): Promise<Result> =>
  place(await load(sql, round, secrets, today), round)

/** Without locks, and with no transaction while the thread runs: whoever writes the result compares its conditions under the lock. */
export const computeUnlocked = async (
  sql: Sql,
  round: PlacedRound,
  secrets: RoundSecrets,
  today: string,
  solve = placeInThread,
): Promise<Result> =>
  place(await sql.begin('isolation level repeatable read read only', (sql) => load(sql, round, secrets, today)), round, solve)

/** Of the locked round; null when it cannot be placed. */
export async function conditionsNow(sql: AnySql, round: PlacedRound, secrets: RoundSecrets, today: string): Promise<string | null> {
  const sealed = await findSealedRound(sql, round.id)
  const key = sealed && secrets.openKey(round.id, sealed.key)
  return key ? (await loadInput(sql, round, sealed, key, today)).conditions : null
}

// The seed is opened here and nowhere else.
async function load(sql: AnySql, round: PlacedRound, secrets: RoundSecrets, today: string): Promise<Loaded> {
  const sealed = await findSealedRound(sql, round.id)
  if (!sealed) throw new NotPlaceable('open')
  const seed = secrets.openSeed(round.id, sealed.seed)
  const key = secrets.openKey(round.id, sealed.key)
  if (seed === null || key === null) throw new NotPlaceable('key')
  const input = await loadInput(sql, round, sealed, key, today)
  const impossible = input.teams.find(({ lock, excluded }) => lock !== null && excluded !== null)
  if (impossible) throw new NotPlaceable('excluded', impossible.name)
  const { choicesDigest, seedHash } = sealed
  return { ...input, basis: await findBasis(sql, round, today), seed, seedHash, choicesDigest }
}

async function place(input: Loaded, round: PlacedRound, solve = placeInThread): Promise<Result> {
  const { seed, choicesDigest } = input
  const placed = await solve({ kind: 'place', rule: round.rule, round: input.round, seed, choicesDigest }).catch((error) => {
    throw error instanceof InvalidRound ? new NotPlaceable('locks') : error
  })
  const projectOf = new Map(placed.placement)
  const placement = input.teams.map(({ team }) => {
    const slug = projectOf.get(input.pseudonyms.get(team)!) ?? null
    return { team, project: slug === null ? null : input.projectIds.get(slug)! }
  })
  return { ...input, placed, placement }
}
