import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchanged, ImportReport } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/errors.ts'
import { createCalendar } from '#rules/day.ts'
import * as known from '#store/export.ts'
import * as written from '#store/import.ts'
import { writeTeams } from '#store/import-team.ts'
import { lockSlugs } from '#store/project-change.ts'
import type { AnySql, TransactionSql } from '#store/sql.ts'
import { lockTeamNames } from '#store/team-change.ts'
import { type Line, linesOf } from './columns.ts'
import { inWords, type PlannedRow } from './plan.ts'
import { peopleMeant, planPeople } from './plan-person.ts'
import { directoryOf, idsMeant, planProjects } from './plan-project.ts'
import { planTeams, projectsMeant, teamsMeant } from './plan-team.ts'
import { planRoles, planTags } from './plan-vocabulary.ts'
import type { Sheet } from './sheet.ts'

// An import: what a sheet asks for is held against what there is; then all of it is written, or nothing.

export type Stage = 'waiting' | 'reading' | 'checking' | 'writing' | 'done'
export type About = {
  at: Date
  today: number // in the directory's calendar
  locale: Language // the directory's
  actorId: number | null
  requestId: string | null
  noted(stage: Stage, done: number, all: number): void
}
export type Plan = { rows: PlannedRow[]; write(sql: TransactionSql): Promise<void> }

/** The calendar day where the directory lives. */
export const todayIn = (timeZone: string, at: Date): number => createCalendar(timeZone)(at)

/** Another one is under way, and does not end. */
export class ImportUnderWay extends Error {}

const PATIENCE_MS = 10_000
const LOOK_MS = 200

async function claim(sql: TransactionSql): Promise<void> {
  for (let waited = 0; !(await written.claimImport(sql)); waited += LOOK_MS) {
    if (waited >= PATIENCE_MS) throw new ImportUnderWay('another import is under way')
    await sleep(LOOK_MS)
  }
}

/** Without a transaction of its own nothing is locked: a look, not yet an act. */
export async function planImport(sql: AnySql, kind: Exchanged, sheet: Sheet, about: About, isAct = false): Promise<Plan> {
  const lines = linesOf(kind, sheet)
  const act = isAct ? (sql as TransactionSql) : null
  if (act) await claim(act)
  return planners[kind](sql, act, lines, about)
}

/** In one transaction. A sheet with a refused row changes nothing. */
export async function actImport(
  sql: TransactionSql,
  kind: Exchanged,
  sheet: Sheet,
  about: About,
): Promise<{ rows: PlannedRow[]; isDone: boolean }> {
  const plan = await planImport(sql, kind, sheet, about, true)
  const isDone = plan.rows.every(({ what }) => what !== 'refuse')
  if (isDone) await plan.write(sql)
  return { rows: plan.rows, isDone }
}

async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const batch of batches) for (const row of batch) rows.push(row)
  return rows
}

type Planner = (sql: AnySql, act: TransactionSql | null, lines: Line[], about: About) => Promise<Plan>

const planners: Record<Exchanged, Planner> = {
  async project(sql, act, lines, about) {
    if (act) await lockSlugs(act)
    const slugsBefore = await known.listSlugs(sql)
    if (act) await written.lockProjects(act, idsMeant(lines, directoryOf({ slugs: slugsBefore })))
    const slugs = act ? await known.listSlugs(sql) : slugsBefore
    const [projects, tags] = await Promise.all([
      all(known.listProjectRows(sql, { ids: idsMeant(lines, directoryOf({ slugs })) })),
      known.listTagRows(sql),
    ])
    const { rows, writes } = await planProjects(lines, { slugs, projects, tags }, (done) => about.noted('checking', done, lines.length))
    return {
      rows,
      write: (sql) => written.writeProjects(sql, writes, about.at, (done) => about.noted('writing', done, writes.length)),
    }
  },
  async team(sql, act, lines, about) {
    if (act) await lockTeamNames(act)
    const slugs = await known.listSlugs(sql)
    const projectIds = projectsMeant(lines, slugs)
    if (act) {
      await written.lockProjects(act, projectIds)
      await written.lockTeams(act, teamsMeant(lines, await known.listTeamNames(sql)))
    }
    const names = await known.listTeamNames(sql)
    const [teams, people, projects, roles] = await Promise.all([
      all(known.listTeamRows(sql, { ids: teamsMeant(lines, names) })),
      known.listPeopleNamed(sql, peopleMeant(lines)),
      known.listPlaces(sql, projectIds),
      known.listRoleRows(sql),
    ])
    const facts = { names, teams, people, slugs, projects, roles, today: about.today }
    const { rows, writes } = await planTeams(lines, facts, (done) => about.noted('checking', done, lines.length))
    return { rows, write: (sql) => writeTeams(sql, writes, about, (done) => about.noted('writing', done, writes.length)) }
  },
  async person(sql, act, lines, about) {
    const meant = peopleMeant(lines)
    if (act) await written.lockPeople(act, meant)
    const [people, logins] = await Promise.all([known.listPeopleNamed(sql, meant), known.listLogins(sql)])
    const { rows, writes } = await planPeople(lines, { people, logins }, about.locale)
    return { rows, write: (sql) => written.writePeople(sql, writes, about.at) }
  },
  async tag(sql, act, lines) {
    if (act) await written.lockVocabulary(act, 'tag')
    const { rows, writes } = await planTags(lines, await known.listTagRows(sql))
    return { rows, write: (sql) => written.writeTagTerms(sql, writes) }
  },
  async role(sql, act, lines) {
    if (act) await written.lockVocabulary(act, 'role')
    const { rows, writes, order } = await planRoles(lines, await known.listRoleRows(sql))
    return { rows, write: (sql) => written.writeRoleTerms(sql, writes, order) }
  },
}

export const countsOf = (rows: readonly PlannedRow[]): ImportReport['counts'] => {
  const counts = { create: 0, change: 0, same: 0, refuse: 0 }
  for (const { what } of rows) counts[what]++
  return counts
}

const MOST_TOLD = 1000
const rank = { refuse: 0, change: 1, create: 2, same: 3 }

/** What matters first: refused rows, then those that change something. */
export function reportOf(kind: Exchanged, rows: readonly PlannedRow[], isDone: boolean, language: Language): ImportReport {
  const told = rows.toSorted((a, b) => rank[a.what] - rank[b.what] || a.row - b.row).slice(0, MOST_TOLD)
  return { kind, isDone, counts: countsOf(rows), rows: told.map((row) => inWords(row, language)), isCut: rows.length > told.length }
}
