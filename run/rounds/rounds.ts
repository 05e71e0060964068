import type { Logger } from 'pino'
import { momentOf } from '#actions/moment.ts'
import { proposeExchanges } from '#actions/round/exchanges.ts'
import { computeUnlocked, NotPlaceable } from '#actions/round/placement.ts'
import { ifPlaceable, publishDraft } from '#actions/round/results.ts'
import type { RoundSecrets } from '#actions/round/round-secrets.ts'
import { endOffers, listPlacesOfDueOffers, listPlacesToOffer, offerPlaces } from '#actions/round/waitlist.ts'
import { type AnySql, repeatOnDeadlock, type Sql } from '#database/sql.ts'
import { canonicalJson, choicesDigestOf, pseudonymOf, sortedChoices } from '#rules/placement/proof/lottery.ts'
import { type Calendar, writeDay } from '#rules/time/day.ts'
import { findSealed, listAllChoices, listDueRounds, noteOpening, sealRound } from '#store/round/choices.ts'
import { listDueResults, recordFailure } from '#store/round/placement.ts'
import { findRound, lockRound } from '#store/round/round.ts'
import { type DueExchange, endExchange, listDueExchanges } from '#store/round/trading.ts'

// What the clock does to rounds: it opens them, seals the choices when the window is over, publishes results when the undo window ends,
// ends offers and exchanges that nobody answered, and offers free places to teams that were busy.
// Several processes may do this at once: the round is locked, and what is done is not done again.

export type RoundOptions = {
  sql: Sql
  now: () => Date
  calendar: Calendar
  log: Logger
  secrets: RoundSecrets
  onApplied(): void
  signal?: AbortSignal // ends it after the current round, offer, exchange, decision or team change
}

export async function advanceRounds(options: RoundOptions): Promise<void> {
  const { sql, now, onApplied } = options
  const moment = () => momentOf(options, now())
  let attempts = 0
  const attemptOne = (round: number | null, work: () => Promise<unknown>): Promise<void> => {
    attempts++
    return attempt(options, round, work)
  }
  const { unsealed, unopened } = await listDueRounds(sql, now())
  if (unopened.length > 0) await noteOpening(sql, unopened, now())
  try {
    for (const id of unsealed) await attemptOne(id, () => sealOne(options, id))
    for (const id of await listDueResults(sql, now())) await attemptOne(id, () => publishOne(options, id))
    for (const project of await listPlacesOfDueOffers(sql, moment()))
      await attemptOne(null, () => sql.begin((sql) => endOffers(sql, project, moment())))
    for (const project of await listPlacesToOffer(sql, moment().today))
      await attemptOne(null, () => sql.begin((sql) => offerPlaces(sql, project, moment())))
    for (const exchange of await listDueExchanges(sql, now())) await attemptOne(null, () => endOne(options, exchange))
  } finally {
    if (attempts + unopened.length > 0) onApplied()
  }
}

// A round that cannot go on does not stop the others; it is tried again after a minute.
async function attempt({ sql, now, log, signal }: RoundOptions, round: number | null, work: () => Promise<unknown>): Promise<void> {
  try {
    await repeatOnDeadlock(work)
  } catch (error) {
    log.error({ err: error, round }, 'a round could not be advanced')
    if (round !== null) await recordFailure(sql, round, error instanceof NotPlaceable ? 'round_not_placeable' : 'internal', now())
  }
  signal?.throwIfAborted()
}

// Waits for every order that has begun; one that comes later finds the round sealed.
const sealOne = ({ sql, now, secrets, log }: RoundOptions, id: number): Promise<void> =>
  sql.begin(async (sql) => {
    const round = await lockRound(sql, id)
    const at = now()
    if (!round || round.sealedAt !== null || round.closesAt! > at.toISOString()) return // by another process, or extended meanwhile
    log.info({ round: id, teams: await sealLocked(sql, id, secrets, at) }, 'the choices of a round are sealed')
  })

/** Fixes the choices of the locked round. Returns how many teams have chosen. */
export async function sealLocked(sql: AnySql, id: number, secrets: RoundSecrets, at: Date): Promise<number> {
  const sealed = await findSealed(sql, id)
  const key = sealed && secrets.openKey(id, sealed.key)
  if (!key) throw new NotPlaceable('key')
  const choices = await choicesOf(sql, id, key)
  await sealRound(sql, id, { digest: await choicesDigestOf(choices), choices: canonicalJson(sortedChoices(choices)), at })
  return choices.length
}

// Other exchanges may be possible now.
const endOne = ({ sql, now }: RoundOptions, { id, round, slug }: DueExchange): Promise<void> =>
  sql.begin(async (sql) => {
    await lockRound(sql, round)
    await endExchange(sql, id, now(), null)
    await proposeExchanges(sql, { id: round, slug }, now())
  })

async function choicesOf(sql: AnySql, id: number, key: Uint8Array<ArrayBuffer>) {
  const lists = Map.groupBy(await listAllChoices(sql, id), ({ team }) => team)
  return Promise.all(
    [...lists].map(async ([team, rows]) => ({ team: await pseudonymOf(key, String(team)), projects: rows.map(({ project }) => project) })),
  )
}

// The result is computed before anything is locked.
async function publishOne({ sql, now, calendar, secrets, log }: RoundOptions, id: number): Promise<void> {
  const found = await findRound(sql, { id })
  if (!found) return
  const result = await ifPlaceable(computeUnlocked(sql, found, secrets, writeDay(calendar(now()))))
  await sql.begin(async (sql) => {
    const round = await lockRound(sql, id)
    const at = now()
    if (!round?.publishAt || round.publishAt > at.toISOString()) return // undone, or published by another process
    const problem = await publishDraft(sql, round, { secrets, at, today: writeDay(calendar(at)), actorId: round.publisher, result })
    if (problem === null) return
    await recordFailure(sql, id, problem, at)
    log.warn({ round: id, problem }, 'the results of a round could not take effect')
  })
}
