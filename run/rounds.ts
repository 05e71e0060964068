import type { Logger } from 'pino'
import { publishDraft } from '#api/console/round/results.ts'
import type { RoundSecrets } from '#api/round/round-secrets.ts'
import { type Calendar, writeDay } from '#rules/day.ts'
import { canonicalJson, choicesDigestOf, pseudonymOf, sortedChoices } from '#rules/placement/lottery.ts'
import { lockRound } from '#store/round.ts'
import { findSealed, listAllChoices, listDueRounds, noteOpening, sealRound } from '#store/round-choices.ts'
import { expireOffers } from '#store/round-offer.ts'
import { listDueResults, recordFailedResults } from '#store/round-placement.ts'
import { expireExchanges } from '#store/round-trading.ts'
import type { AnySql, Sql } from '#store/sql.ts'

// What the clock does to rounds: it opens them, seals the choices when the window is over, publishes results when the undo window ends, and
// ends offers and exchanges that nobody answered.
// Several processes may do this at once: the round is locked, and what is done is not done again.

export type RoundOptions = { sql: Sql; now: () => Date; calendar: Calendar; log: Logger; secrets: RoundSecrets; onApplied(): void }

export async function advanceRounds(options: RoundOptions): Promise<void> {
  const { sql, now, onApplied } = options
  const { unsealed, unopened } = await listDueRounds(sql, now())
  if (unopened.length > 0) await noteOpening(sql, unopened, now())
  for (const id of unsealed) await sealOne(options, id)
  const due = await listDueResults(sql, now())
  for (const id of due) await publishOne(options, id)
  const ended = (await expireOffers(sql, now())) + (await expireExchanges(sql, now()))
  if (unsealed.length + unopened.length + due.length + ended > 0) onApplied()
}

// Waits for every order that has begun; one that comes later finds the round sealed.
const sealOne = ({ sql, now, secrets, log }: RoundOptions, id: number): Promise<void> =>
  sql.begin(async (sql) => {
    const round = await lockRound(sql, id)
    const at = now()
    if (!round || round.sealedAt !== null || round.closesAt! > at.toISOString()) return // by another process, or extended meanwhile
    const sealed = await findSealed(sql, id)
    const key = sealed && secrets.openKey(id, sealed.key)
    if (!key) throw new Error(`round ${id} cannot be sealed: its key cannot be decrypted with this master key`)
    const choices = await choicesOf(sql, id, key)
    await sealRound(sql, id, { digest: await choicesDigestOf(choices), choices: canonicalJson(sortedChoices(choices)), at })
    log.info({ round: id, teams: choices.length }, 'the choices of a round are sealed')
  })

async function choicesOf(sql: AnySql, id: number, key: Uint8Array<ArrayBuffer>) {
  const lists = Map.groupBy(await listAllChoices(sql, id), ({ team }) => team)
  return Promise.all(
    [...lists].map(async ([team, rows]) => ({ team: await pseudonymOf(key, String(team)), projects: rows.map(({ project }) => project) })),
  )
}

const publishOne = ({ sql, now, calendar, secrets, log }: RoundOptions, id: number): Promise<void> =>
  sql.begin(async (sql) => {
    const round = await lockRound(sql, id)
    const at = now()
    if (!round?.publishAt || round.publishAt > at.toISOString()) return // undone, or published by another process
    const problem = await publishDraft(sql, round, { secrets, at, today: writeDay(calendar(at)), actorId: null })
    if (problem === null) return
    await recordFailedResults(sql, id, problem, at)
    log.warn({ round: id, problem }, 'the results of a round could not take effect')
  })
