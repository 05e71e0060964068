import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/errors.ts'
import { createCalendar } from '#rules/day.ts'
import type { Country } from '#rules/profile.ts'
import * as current from '#store/export.ts'
import * as imported from '#store/import.ts'
import { writeTeams } from '#store/import-team.ts'
import { lockSlugs } from '#store/project-change.ts'
import type { AnySql, TransactionSql } from '#store/sql.ts'
import { listSynonyms } from '#store/synonym.ts'
import { lockTeamNames } from '#store/team-change.ts'
import { type Line, linesOf } from './columns.ts'
import { inWords, type PlannedRow } from './plan.ts'
import { peopleInSheet, planPeople } from './plan-person.ts'
import { directoryOf, planProjects, projectIdsInSheet } from './plan-project.ts'
import { planSynonyms } from './plan-synonym.ts'
import { planTeams, projectIdsOfTeams, teamIdsInSheet } from './plan-team.ts'
import { planRoles, planTags } from './plan-vocabulary.ts'
import type { Sheet } from './sheet.ts'
import type { Slices } from './slices.ts'

// An import compares a sheet with the database, then writes all changes in one transaction, or none.

export type Stage = 'waiting' | 'reading' | 'checking' | 'writing' | 'done'
export type About = {
  at: Date
  today: number // in the directory's calendar
  locale: Language // the directory's
  country: Country | null
  actorId: number | null
  requestId: string | null
  noted(stage: Stage, done: number, all: number): void
  signal?: AbortSignal // of the caller
}
export type Plan = { rows: PlannedRow[]; write(sql: TransactionSql): Promise<void> }

/** The calendar day in the time zone of the directory. */
export const todayIn = (timeZone: string, at: Date): number => createCalendar(timeZone)(at)

/** Another import holds the lock. */
export class ImportUnderWay extends Error {}

const LOCK_TIMEOUT_MS = 10_000
const LOCK_RETRY_MS = 200

async function claim(sql: TransactionSql): Promise<void> {
  for (let waited = 0; !(await imported.claimImport(sql)); waited += LOCK_RETRY_MS) {
    if (waited >= LOCK_TIMEOUT_MS) throw new ImportUnderWay('another import is running')
    await sleep(LOCK_RETRY_MS)
  }
}

/** Dry run by default, without locks. */
export async function planImport(sql: AnySql, kind: SheetKind, sheet: Sheet, about: About, isWriting = false): Promise<Plan> {
  const lines = await linesOf(kind, sheet)
  const tx = isWriting ? (sql as TransactionSql) : null
  if (tx) await claim(tx)
  return planners[kind](sql, tx, lines, about)
}

/** All or nothing: one refused row prevents all writes. */
export async function runImport(
  sql: TransactionSql,
  kind: SheetKind,
  sheet: Sheet,
  about: About,
): Promise<{ rows: PlannedRow[]; isDone: boolean }> {
  const plan = await planImport(sql, kind, sheet, about, true)
  const isDone = plan.rows.every(({ what }) => what !== 'refuse')
  about.signal?.throwIfAborted()
  if (isDone) await plan.write(sql)
  return { rows: plan.rows, isDone }
}

async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const batch of batches) for (const row of batch) rows.push(row)
  return rows
}

const slicesOf = ({ noted, signal }: About, lines: readonly Line[]): Slices => ({
  noted: (done) => noted('checking', done, lines.length),
  signal,
})

const writingOf =
  ({ noted, signal }: About, writes: readonly unknown[]) =>
  (done: number): void => {
    signal?.throwIfAborted() // rolls back
    noted('writing', done, writes.length)
  }

type Planner = (sql: AnySql, tx: TransactionSql | null, lines: Line[], about: About) => Promise<Plan>

const planners: Record<SheetKind, Planner> = {
  async project(sql, tx, lines, about) {
    if (tx) await lockSlugs(tx)
    const slugsBefore = await current.listSlugs(sql)
    if (tx) await imported.lockProjects(tx, projectIdsInSheet(lines, directoryOf({ slugs: slugsBefore })))
    const slugs = tx ? await current.listSlugs(sql) : slugsBefore
    const [projects, tags, roles, curators] = await Promise.all([
      all(current.listProjectRows(sql, { ids: projectIdsInSheet(lines, directoryOf({ slugs })) })),
      current.listTagRows(sql),
      current.listRoleRows(sql),
      current.listCurators(sql, tx !== null),
    ])
    const { rows, writes } = await planProjects(lines, { slugs, projects, tags, roles, curators }, slicesOf(about, lines))
    return {
      rows,
      write: (sql) => imported.writeProjects(sql, writes, about.at, writingOf(about, writes)),
    }
  },
  async team(sql, tx, lines, about) {
    if (tx) await lockTeamNames(tx)
    const slugs = await current.listSlugs(sql)
    const projectIds = projectIdsOfTeams(lines, slugs)
    if (tx) {
      await imported.lockProjects(tx, projectIds)
      await imported.lockTeams(tx, teamIdsInSheet(lines, await current.listTeamNames(sql)))
    }
    const names = await current.listTeamNames(sql)
    const [teams, people, projects, roles] = await Promise.all([
      all(current.listTeamRows(sql, { ids: teamIdsInSheet(lines, names) })),
      current.listPeopleNamed(sql, peopleInSheet(lines)),
      current.listPlaces(sql, projectIds),
      current.listRoleRows(sql),
    ])
    const facts = { names, teams, people, slugs, projects, roles, today: about.today }
    const { rows, writes } = await planTeams(lines, facts, slicesOf(about, lines))
    return { rows, write: (sql) => writeTeams(sql, writes, about, writingOf(about, writes)) }
  },
  async person(sql, tx, lines, about) {
    const named = peopleInSheet(lines)
    if (tx) await imported.lockPeople(tx, named)
    const [people, logins] = await Promise.all([current.listPeopleNamed(sql, named), current.listLogins(sql)])
    const { rows, writes } = await planPeople(lines, { people, logins }, about, slicesOf(about, lines))
    return { rows, write: (sql) => imported.writePeople(sql, writes, about.at) }
  },
  async tag(sql, tx, lines, about) {
    if (tx) await imported.lockVocabulary(tx, 'tag')
    const { rows, writes } = await planTags(lines, await current.listTagRows(sql), slicesOf(about, lines))
    return { rows, write: (sql) => imported.writeTagTerms(sql, writes) }
  },
  async role(sql, tx, lines, about) {
    if (tx) await imported.lockVocabulary(tx, 'role')
    const { rows, writes, order } = await planRoles(lines, await current.listRoleRows(sql), slicesOf(about, lines))
    return { rows, write: (sql) => imported.writeRoleTerms(sql, writes, order) }
  },
  async synonym(sql, tx, lines, about) {
    if (tx) await imported.lockVocabulary(tx, 'synonym')
    const { rows, writes } = await planSynonyms(lines, await listSynonyms(sql), slicesOf(about, lines))
    return { rows, write: (sql) => imported.writeSynonyms(sql, writes) }
  },
}

export const countsOf = (rows: readonly PlannedRow[]): ImportReport['counts'] => {
  const counts = { create: 0, change: 0, same: 0, refuse: 0 }
  for (const { what } of rows) counts[what]++
  return counts
}

const MAX_REPORTED = 1000
const MAX_REPORTED_CHARACTERS = 2_000_000
const rank = { refuse: 0, change: 1, create: 2, same: 3 }

/** Refused rows first, then changes. */
export function reportOf(kind: SheetKind, rows: readonly PlannedRow[], isDone: boolean, language: Language): ImportReport {
  const reported: ImportReport['rows'] = []
  let characters = 0
  for (const row of rows.toSorted((a, b) => rank[a.what] - rank[b.what] || a.row - b.row).slice(0, MAX_REPORTED)) {
    reported.push(inWords(row, language))
    for (const { before, after } of row.changes) characters += (before?.length ?? 0) + (after?.length ?? 0)
    if (characters > MAX_REPORTED_CHARACTERS) break
  }
  return { kind, isDone, counts: countsOf(rows), rows: reported, isCut: rows.length > reported.length }
}
