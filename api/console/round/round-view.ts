import { isKeyLost } from '#actions/round/abandon.ts'
import type { ApiApp } from '#api/app.ts'
import { figuresOf } from '#api/view/round-view.ts'
import {
  type ConsoleRound,
  FIRST_PLACED,
  FIRST_TEAMS,
  type ListedRound,
  MOST_ROUND_CHANGES,
  type RoundDraft,
  type RoundTeam,
} from '#contract/console/round.ts'
import type { Language } from '#contract/language.ts'
import type { LockReason } from '#contract/round.ts'
import type { AnySql } from '#database/sql.ts'
import { lockReasonOf } from '#rules/placement/proof/lottery.ts'
import { roundChangeText } from '#rules/round/change.ts'
import { missingFor, roundStateAt } from '#rules/round/round.ts'
import { localized } from '#rules/text/localized.ts'
import { writeDay } from '#rules/time/day.ts'
import { hasWaiting } from '#store/round/edit.ts'
import { findTeamsPage, listPlacement, type TeamsWanted } from '#store/round/page.ts'
import { findSealedRound } from '#store/round/placement.ts'
import { findBasis, findDraft, listRoundProjects, listRoundTeams, type RoundTeamRow } from '#store/round/review.ts'
import { findRound, listRoundChanges, type StoredRound } from '#store/round/round.ts'
import { countAdministratorsOf } from '#store/round/waitlist.ts'
import { endsEarly } from './round-input.ts'

export const listedRound = (round: StoredRound, now: Date): ListedRound => ({
  id: round.id,
  slug: round.slug,
  name: round.name,
  state: roundStateAt(round, now),
  mode: round.mode,
  rule: round.rule,
  opensAt: round.opensAt,
  closesAt: round.closesAt,
  mostChoices: round.mostChoices,
  offerHours: round.offerHours,
  bundleFor: round.bundleFor,
  seedHash: round.seedHash,
  choicesDigest: round.choicesDigest,
  announcedAt: round.announcedAt,
  sealedAt: round.sealedAt,
  publishedAt: round.publishedAt,
  endedAt: round.endedAt,
  abandonedAt: round.abandonedAt,
  publishAt: round.publishAt,
  figures: figuresOf(round),
  projectCount: round.projectCount,
})

type Part = { limit: number; offset: number }

/** Some teams of a round. No pseudonyms: a team sees its own, nobody else's. */
export async function roundTeams(
  app: ApiApp,
  sql: AnySql,
  id: number,
  wanted: TeamsWanted,
  part: Part,
  language: Language,
): Promise<{ teams: RoundTeam[]; total: number }> {
  const { total, page } = await findTeamsPage(sql, id, wanted, part)
  const ids = page.map(({ team }) => team)
  const placed = new Map(page.map(({ team, placed }) => [team, placed]))
  const rows = page.length === 0 ? [] : await listRoundTeams(sql, id, writeDay(app.calendar(app.now())), ids)
  const published = await lockReasons(app, sql, id, rows)
  const teams = rows.map(({ team, name, size, choices, lock, excluded }) => ({
    team,
    name,
    size,
    choices: choices.map(({ request, project, rank, mark, reasonId, reason }) => ({
      ...{ request, project, rank, mark, reasonId },
      reason: reason && localized(reason, language),
    })),
    lock: lock && { project: lock.project, reason: lock.reason },
    published: published.get(team) ?? null,
    excluded,
    placed: placed.get(team) ?? null,
  }))
  return { teams, total }
}

/** A round for curators, with the beginning of what may be long. */
export async function consoleRound(app: ApiApp, sql: AnySql, id: number, language: Language): Promise<ConsoleRound> {
  const now = app.now()
  const round = (await findRound(sql, { id }))!
  const projects = await listRoundProjects(sql, id)
  const isAwaited = round.announcedAt === null ? await hasWaiting(sql, id) : false
  const isUnderWay = round.announcedAt !== null && round.publishedAt === null
  const basis = isUnderWay ? await findBasis(sql, round, writeDay(app.calendar(now))) : null
  const { teams } = await roundTeams(app, sql, id, { text: '', has: null }, { limit: FIRST_TEAMS, offset: 0 }, language)
  return {
    ...listedRound(round, now),
    missing: missingFor(
      round,
      {
        hasPublished: projects.some(({ isPublished }) => isPublished),
        isAwaited,
        endsEarly: round.announcedAt === null && (await endsEarly(sql, round, app)),
      },
      now,
    ),
    projects,
    teams,
    changes: (await listRoundChanges(sql, id, 'all', MOST_ROUND_CHANGES)).map(({ at, what, by, isPublic, isAfterLook }) => ({
      ...{ at, by, isPublic, isAfterLook },
      what: roundChangeText(what, language, app.settings.timeZone),
    })),
    draft: await draftOf(sql, id, basis),
    basis,
    isKeyLost: await isKeyLost(sql, round, app.roundSecrets),
    problem: round.problem,
  }
}

/** Of the teams put into a project by hand, once the results are published. */
async function lockReasons(app: ApiApp, sql: AnySql, round: number, teams: RoundTeamRow[]): Promise<Map<number, LockReason>> {
  if (!teams.some(({ lock }) => lock) || (await findRound(sql, { id: round }))!.publishedAt === null) return new Map()
  const sealed = await findSealedRound(sql, round)
  const key = sealed && app.roundSecrets.openKey(round, sealed.key)
  if (!key) return new Map()
  const locked = teams.flatMap(({ team, lock }) => (lock ? [{ team, reason: lock.reason }] : []))
  return new Map(await Promise.all(locked.map(async ({ team, reason }) => [team, await lockReasonOf(key, String(team), reason)] as const)))
}

async function draftOf(sql: AnySql, round: number, basis: string | null): Promise<RoundDraft | null> {
  const draft = await findDraft(sql, round)
  if (!draft) return null
  const placement = await listPlacement(sql, round)
  const ranks = placement.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  const { id, madeAt, by, rule } = draft
  return {
    ...{ id, madeAt, by, rule },
    isCurrent: draft.basis === basis,
    placed: placement.filter(({ project }) => project !== null).length,
    unplaced: placement.filter(({ project }) => project === null).length,
    byRank: Array.from({ length: Math.max(0, ...ranks) }, (_, index) => ranks.filter((rank) => rank === index + 1).length),
    emails: await countAdministratorsOf(
      sql,
      placement.map(({ team }) => team),
    ),
    placement: placement.slice(0, FIRST_PLACED),
  }
}
