import type { ApiApp } from '#api/app.ts'
import type { Language } from '#contract/language.ts'
import type { LockReason, RoundChoices, TeamChoices } from '#contract/round.ts'
import type { AnySql } from '#database/sql.ts'
import { lockReasonOf, pseudonymOf } from '#rules/placement/proof/lottery.ts'
import { reasonText, summaryText } from '#rules/placement/reason-text.ts'
import type { Reason, TeamReasons } from '#rules/placement/reasons.ts'
import { gotRankOf, isWaiting } from '#rules/placement/waitlist.ts'
import { localized } from '#rules/text/localized.ts'
import { writeDay } from '#rules/time/day.ts'
import type { LockedRound } from '#store/request/lock.ts'
import { findSealed, listTeamChoices, type StoredChoice, type StoredTeamChoices } from '#store/round/choices.ts'

type Options = { sql: AnySql; round: Pick<LockedRound, 'id' | 'publishedAt' | 'endedAt'>; personId: number; language: Language }

/** The choices of the caller's teams: the answer of every call of a team in a round. */
export async function choicesView(
  { roundSecrets, calendar, now }: Pick<ApiApp, 'roundSecrets' | 'calendar' | 'now'>,
  { sql, round, personId, language }: Options,
): Promise<RoundChoices> {
  const [sealed, teams] = [await findSealed(sql, round.id), await listTeamChoices(sql, round.id, personId, writeDay(calendar(now())))]
  const key = sealed && roundSecrets.openKey(round.id, sealed.key)
  const viewOf = async (stored: StoredTeamChoices): Promise<TeamChoices> => {
    const [id, reason] = [String(stored.team), stored.result?.lockReason ?? null]
    // Without the key a pseudonym is known only from the results.
    const pseudonym = key ? await pseudonymOf(key, id) : (stored.result?.pseudonym ?? '')
    return teamView(stored, { pseudonym, lock: key && reason !== null ? await lockReasonOf(key, id, reason) : null }, round, language)
  }
  return { teams: await Promise.all(teams.map(viewOf)) }
}

type Secret = { pseudonym: string; lock: LockReason | null }

function teamView(stored: StoredTeamChoices, { pseudonym, lock }: Secret, round: Options['round'], language: Language): TeamChoices {
  const { team, name, isAdministrator, result } = stored
  const isPublished = round.publishedAt !== null
  const reasons = isPublished && result ? (result.reasons as TeamReasons) : null
  return {
    team,
    name,
    isAdministrator,
    pseudonym,
    choices: stored.choices.map((choice) => {
      const mayWait =
        isPublished && round.endedAt === null && !result?.isByHand && isWaiting({ ...choice, gotRank: gotRank(stored), hasLeft: false })
      return {
        request: choice.request,
        project: choice.project,
        rank: choice.rank,
        reasons: reasons ? sentences(reasons, choice, language) : [],
        isWaiting: mayWait && !choice.hasLeft,
        hasLeftWaitlist: mayWait && choice.hasLeft,
      }
    }),
    result: reasons && {
      project: result!.project,
      rank: result!.rank,
      isByHand: result!.isByHand,
      summary: summaryText(language, reasons.summary),
      lock,
    },
    offers: stored.offers,
    wishes: stored.wishes,
    exchanges: stored.exchanges,
  }
}

const gotRank = ({ choices, worksOnProject, result }: StoredTeamChoices): number | null =>
  gotRankOf(worksOnProject ? { rank: choices.find(({ isCurrent }) => isCurrent)?.rank ?? null } : null, result?.rank ?? null)

function sentences({ choices }: TeamReasons, { rank, projectName, markReason }: StoredChoice, language: Language): string[] {
  const found = choices.find((one) => one.rank === rank)?.reason
  if (!found) return []
  const reason: Reason =
    found.code === 'unsuitable' && markReason ? { code: 'unsuitable_because', reason: localized(markReason, language) } : found
  return [reasonText(language, reason, projectName)]
}
