import type { ApiApp } from '#api/app.ts'
import { lockReasonOf } from '#api/round/choices-view.ts'
import { figuresOf } from '#api/round/round-view.ts'
import type { ConsoleRound, ListedRound, RoundDraft } from '#contract/console/round.ts'
import type { Language } from '#contract/errors.ts'
import type { LockReason } from '#contract/round.ts'
import { writeDay } from '#rules/day.ts'
import { missingFor, roundStateAt } from '#rules/round.ts'
import { roundChangeText } from '#rules/round-change.ts'
import { findRound, listRoundChanges, type StoredRound } from '#store/round.ts'
import { hasWaiting } from '#store/round-edit.ts'
import { findSealedRound } from '#store/round-placement.ts'
import { countAdministrators, findDraft, listRoundProjects, listRoundTeams, type RoundTeamRow } from '#store/round-review.ts'
import type { AnySql } from '#store/sql.ts'
import { getsResult, loadInput } from './placement.ts'
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
  publishAt: round.publishAt,
  figures: figuresOf(round),
  projectCount: round.projectCount,
})

/** The whole round for curators. No pseudonyms: a team sees its own, nobody else's. */
export async function consoleRound(app: ApiApp, sql: AnySql, id: number, language: Language): Promise<ConsoleRound> {
  const now = app.now()
  const today = writeDay(app.calendar(now))
  const round = (await findRound(sql, { id }))!
  const teams = await listRoundTeams(sql, id, today)
  const projects = await listRoundProjects(sql, id)
  const published = await lockReasons(app, sql, round, teams)
  const isAwaited = round.announcedAt === null ? await hasWaiting(sql, id) : false
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
    teams: teams.map(({ team, name, size, choices, lock, excluded }) => ({
      team,
      name,
      size,
      choices: choices.map(({ request, project, rank, mark, reasonId, reason }) => ({
        ...{ request, project, rank, mark, reasonId },
        reason: reason?.[language] ?? null,
      })),
      lock: lock && { project: lock.project, reason: lock.reason },
      published: published.get(team) ?? null,
      excluded,
    })),
    changes: (await listRoundChanges(sql, id)).map(({ at, what, by, isPublic, isAfterLook }) => ({
      ...{ at, by, isPublic, isAfterLook },
      what: roundChangeText(what, language, app.settings.timeZone),
    })),
    draft: await draftOf(app, sql, round, teams, today),
    problem: round.problem,
  }
}

/** Of the teams put into a project by hand, once the results are published. */
async function lockReasons(app: ApiApp, sql: AnySql, round: StoredRound, teams: RoundTeamRow[]): Promise<Map<number, LockReason>> {
  const sealed = round.publishedAt === null ? undefined : await findSealedRound(sql, round.id)
  const key = sealed && app.roundSecrets.openKey(round.id, sealed.key)
  if (!key) return new Map()
  const locked = teams.flatMap(({ team, lock }) => (lock ? [{ team, reason: lock.reason }] : []))
  return new Map(await Promise.all(locked.map(async ({ team, reason }) => [team, await lockReasonOf(key, String(team), reason)] as const)))
}

async function draftOf(app: ApiApp, sql: AnySql, round: StoredRound, teams: RoundTeamRow[], today: string): Promise<RoundDraft | null> {
  const draft = await findDraft(sql, round.id)
  const sealed = draft && (await findSealedRound(sql, round.id))
  if (!draft || !sealed) return null
  const key = app.roundSecrets.openKey(round.id, sealed.key)
  const isCurrent = key !== null && (await loadInput(sql, round, sealed, key, today)).conditions === draft.conditions
  const projects = new Map((await listRoundProjects(sql, round.id)).map(({ id, slug }) => [id, slug]))
  const rows = new Map(teams.map((row) => [row.team, row]))
  const order = new Map(teams.map(({ team }, index) => [team, index]))
  const isTold = new Set(teams.filter(getsResult).map(({ team }) => team))
  const placement = draft.placement
    .filter(({ team }) => isTold.has(team))
    .map(({ team, project }) => ({
      team,
      project: project === null ? null : (projects.get(project) ?? null),
      rank: rows.get(team)?.choices.find(({ projectId }) => projectId === project)?.rank ?? null,
      isByHand: rows.get(team)?.lock !== null,
    }))
    .toSorted((a, b) => Number(a.project !== null) - Number(b.project !== null) || (order.get(a.team) ?? 0) - (order.get(b.team) ?? 0))
  const ranks = placement.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  const { id, madeAt, by, rule } = draft
  return {
    ...{ id, madeAt, by, rule, isCurrent },
    placed: placement.filter(({ project }) => project !== null).length,
    unplaced: placement.filter(({ project }) => project === null).length,
    byRank: Array.from({ length: Math.max(0, ...ranks) }, (_, index) => ranks.filter((rank) => rank === index + 1).length),
    emails: await countAdministrators(
      sql,
      placement.map(({ team }) => team),
    ),
    placement,
  }
}
