import type { Moment } from '#actions/moment.ts'
import type { AnySql } from '#database/sql.ts'
import { endOfOffer, gotRankOf, isOfferWanted, nextOffers, type Waiting } from '#rules/placement/waitlist.ts'
import {
  closeOffers,
  countAdministratorsOf,
  insertOffers,
  listFreePlaces,
  listOpenOffers,
  listPlacesOf,
  listRoundPlaces,
  listWaiting,
  lockPlace,
  type WaitingRow,
} from '#store/round/waitlist.ts'

// Places of a round with results that become free are offered to waiting teams in the transaction that frees them. Everything that gives work to
// teams or takes it, ends teams, or changes how many places a project has is done here.

const waitingOf = ({ placedRank, isByHand, isPromised, work, number, ...row }: WaitingRow): Waiting => ({
  ...row,
  number: number ?? '',
  gotRank: gotRankOf(work, placedRank),
  hasOther: isByHand || isPromised,
})

/** Who would be offered how many places. */
function chosen(rows: readonly WaitingRow[], free: number | null, openOffers: number): WaitingRow[] {
  const byTeam = new Map(rows.map((row) => [row.team, row]))
  return nextOffers(rows.map(waitingOf), free, openOffers).map((team) => byTeam.get(team)!)
}

/** A change of what these teams work on, or of these projects, in the caller's transaction. Offers of a team that has other work now end. */
export async function changeWork<T>(
  sql: AnySql,
  { teams = [], projects = [] }: { teams?: readonly number[]; projects?: readonly number[] },
  moment: Moment,
  change: () => Promise<T>,
): Promise<T> {
  const before = teams.length > 0 ? await listPlacesOf(sql, teams) : []
  const result = await change()
  if (before.length === 0 && projects.length === 0) return result
  const open = before.length > 0 ? await listOpenOffers(sql, { teams }, moment) : []
  const unwanted = open.filter(({ rank, work, isDisbanded }) => isDisbanded || !isOfferWanted(rank, work))
  await closeOffers(
    sql,
    unwanted.map(({ id }) => id),
    'withdrawn',
    moment.at,
  )
  for (const { project } of await listRoundPlaces(sql, [...before, ...projects])) await offerPlaces(sql, project, moment)
  return result
}

/** To the strongest claims. Two transactions that free places of a project wait for each other, and the second sees the offers of the first. */
export async function offerPlaces(sql: AnySql, project: number, { at, today }: Moment): Promise<void> {
  const place = await lockPlace(sql, project)
  if (!place) return
  const free = place.places === null ? null : place.places - place.taken
  if (free !== null && free <= place.openOffers) return
  const next = chosen(await listWaiting(sql, [project], today), free, place.openOffers)
  if (next.length > 0)
    await insertOffers(
      sql,
      place,
      next.map(({ request }) => request),
      at,
    )
}

/** Projects with a place that is not offered although a team waits for it: it was busy when the place became free, until its project was over. */
export async function listPlacesToOffer(sql: AnySql, today: string): Promise<number[]> {
  const places = await listFreePlaces(sql)
  if (places.length === 0) return []
  const rows = Map.groupBy(
    await listWaiting(
      sql,
      places.map(({ project }) => project),
      today,
    ),
    ({ project }) => project,
  )
  const isWanted = (project: number) => chosen(rows.get(project) ?? [], null, 0).length > 0
  return places.map(({ project }) => project).filter(isWanted)
}

/** Projects with open offers whose deadline has passed, or that are not valid any more. */
export async function listPlacesOfDueOffers(sql: AnySql, moment: Moment): Promise<number[]> {
  const due = (await listOpenOffers(sql, {}, moment)).filter((offer) => endOfOffer(offer) !== null)
  return [...new Set(due.map(({ project }) => project))]
}

/** In a transaction of its own, in which the places are offered to the next teams. A team whose offer lost its place can get it again. */
export async function endOffers(sql: AnySql, project: number, moment: Moment): Promise<void> {
  await lockPlace(sql, project)
  const open = await listOpenOffers(sql, { projects: [project] }, moment)
  for (const state of ['expired', 'withdrawn'] as const)
    await closeOffers(
      sql,
      open.filter((offer) => endOfOffer(offer) === state).map(({ id }) => id),
      state,
      moment.at,
    )
  await offerPlaces(sql, project, moment)
}

/** How many emails offer the places that these projects would get with other limits. */
export async function countOfferEmails(
  sql: AnySql,
  limits: readonly { id: number; teamLimit: number | null }[],
  today: string,
): Promise<number> {
  const given = new Map(limits.map(({ id, teamLimit }) => [id, teamLimit]))
  const places = given.size === 0 ? [] : await listRoundPlaces(sql, [...given.keys()])
  const raised = places.flatMap(({ project, places, taken, openOffers }) => {
    const limit = given.get(project)!
    return places !== null && (limit === null || limit > places)
      ? [{ project, free: limit === null ? null : limit - taken, openOffers }]
      : []
  })
  if (raised.length === 0) return 0
  const rows = Map.groupBy(
    await listWaiting(
      sql,
      raised.map(({ project }) => project),
      today,
    ),
    ({ project }) => project,
  )
  const teams = raised.flatMap(({ project, free, openOffers }) =>
    chosen(rows.get(project) ?? [], free, openOffers).map(({ teamId }) => teamId),
  )
  return countAdministratorsOf(sql, teams)
}
