import { setTimeout as sleep } from 'node:timers/promises'
import { changeWork, countOfferEmails } from '#actions/round/waitlist.ts'
import { changeWindows } from '#actions/round/windows.ts'
import { changeMembers } from '#actions/team/members.ts'
import type { ImportOptions } from '#contract/console/import-options.ts'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import type { Country } from '#rules/person/profile.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { listReaders } from '#store/mail/import-email.ts'
import { lockEmails } from '#store/person/edit.ts'
import { lockResponsibilities } from '#store/person/responsibility.ts'
import { lockSlugs } from '#store/project/change.ts'
import { listJoining, lockRounds } from '#store/round/edit.ts'
import * as current from '#store/spreadsheet/export.ts'
import * as imported from '#store/spreadsheet/import.ts'
import { writeRounds } from '#store/spreadsheet/import-round.ts'
import { writeTeams } from '#store/spreadsheet/import-team.ts'
import { lockTeamNames } from '#store/team/change.ts'
import { lockTeams } from '#store/team/lock.ts'
import { listSynonyms } from '#store/vocabulary/synonym.ts'
import type { TotalRow } from './cell/total-row.ts'
import { type Line, linesOf } from './column/columns.ts'
import { emailsTo, noEmails } from './import-emails.ts'
import { createInvites } from './plan/invites.ts'
import { peopleInSheet, planPeople } from './plan/person.ts'
import type { PlannedRow } from './plan/plan.ts'
import { planProjects, projectIdsInSheet } from './plan/project.ts'
import { planRounds, projectIdsOfRounds } from './plan/round.ts'
import { planSynonyms } from './plan/synonym.ts'
import { planTeams, projectIdsOfTeams, teamIdsInSheet } from './plan/team.ts'
import { planRoles, planTags } from './plan/vocabulary.ts'
import type { Prepared } from './prepare.ts'
import type { Slices } from './read/slices.ts'

// An import compares a sheet with the database, then writes all changes in one transaction, or none.

export type Stage = 'waiting' | 'reading' | 'checking' | 'writing' | 'done'
export type About = {
  at: Date
  today: number // in the directory's calendar
  timeZone: string // the directory's
  locale: Language // the directory's
  country: Country | null
  actorId: number | null
  requestId: string | null
  noted(stage: Stage, done: number, all: number): void
  signal?: AbortSignal // of the caller
  options?: ImportOptions
}
/** What else the report tells about a sheet. */
export type PlanNotes = Pick<ImportReport, 'unknownTerms' | 'missingPeople' | 'invitedPeople' | 'totalRows' | 'emails'>
export type Plan = Partial<PlanNotes> & { rows: PlannedRow[]; write(sql: TransactionSql): Promise<void> }

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
export async function planImport(
  sql: AnySql,
  kind: SheetKind,
  { sheet, keys, totals }: Prepared,
  about: About,
  isWriting = false,
): Promise<Plan> {
  const skipped = about.options?.importTotals ? [] : totals
  const skippedRows = new Set(skipped.map(({ row }) => row))
  const lines = (await linesOf(sheet, keys)).filter(({ row }) => !skippedRows.has(row))
  const tx = isWriting ? (sql as TransactionSql) : null
  if (tx) await claim(tx)
  const plan = await planners[kind](sql, tx, lines, about)
  const written = about.options?.isPartial ? await withoutRefused(plan, lines, (rest) => planners[kind](sql, tx, rest, about)) : plan
  const rows = [...written.rows, ...skipped.map((total) => skippedRow(total, keys))].sort((a, b) => a.row - b.row)
  return { ...written, rows, totalRows: totals.map(({ row }) => row) }
}

const skippedRow = ({ row, at, text }: TotalRow, keys: Prepared['keys']): PlannedRow => ({
  row,
  what: 'same',
  name: text,
  changes: [],
  faults: [],
  warnings: [{ column: keys[at] ?? null, sentence: { code: 'total_row', details: { value: text } } }],
})

const MOST_ROUNDS = 5
const isRefused = ({ what }: PlannedRow): boolean => what === 'refuse'

/** Plans the rows without errors alone. Without the refused rows others may be refused: they named them, or need their administrator. */
async function withoutRefused(first: Plan, lines: readonly Line[], planAgain: (lines: Line[]) => Promise<Plan>): Promise<Plan> {
  const refused: PlannedRow[] = []
  let plan = first
  let rest = [...lines]
  for (let round = 0; plan.rows.some(isRefused) && round < MOST_ROUNDS; round++) {
    for (const row of plan.rows) if (isRefused(row)) refused.push(row)
    const out = new Set(refused.map(({ row }) => row))
    rest = rest.filter(({ row }) => !out.has(row))
    plan = { ...(await planAgain(rest)), unknownTerms: first.unknownTerms, missingPeople: first.missingPeople }
  }
  if (plan.rows.some(isRefused)) return first
  return { ...plan, rows: [...plan.rows, ...refused].sort((a, b) => a.row - b.row) }
}

/** All or nothing: one refused row prevents all writes, unless the caller wants the other rows alone. */
export async function runImport(
  sql: TransactionSql,
  kind: SheetKind,
  prepared: Prepared,
  about: About,
): Promise<Partial<PlanNotes> & { rows: PlannedRow[]; isDone: boolean }> {
  const { write, ...plan } = await planImport(sql, kind, prepared, about, true)
  const good = plan.rows.filter((row) => !isRefused(row))
  const isDone = good.length === plan.rows.length || (about.options?.isPartial === true && good.length > 0)
  about.signal?.throwIfAborted()
  if (isDone) await write(sql)
  return { ...plan, isDone }
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
    if (tx) await imported.lockProjects(tx, projectIdsInSheet(lines, slugsBefore))
    const slugs = tx ? await current.listSlugs(sql) : slugsBefore
    const [projects, tags, roles, curators] = await Promise.all([
      all(current.listProjectRows(sql, { ids: projectIdsInSheet(lines, slugs) })),
      current.listTagRows(sql),
      current.listRoleRows(sql),
      current.listCurators(sql, tx !== null),
    ])
    const facts = { slugs, projects, tags, roles, curators }
    const plan = await planProjects(lines, facts, slicesOf(about, lines), about.options?.terms)
    const limits = plan.writes.flatMap(({ id, values }) =>
      id === null || values.teamLimit === undefined ? [] : [{ id, teamLimit: values.teamLimit }],
    )
    return {
      rows: plan.rows,
      unknownTerms: plan.unknownTerms,
      emails: { ...noEmails(about.options?.emails), offers: await countOfferEmails(sql, limits, writeDay(about.today)) },
      async write(sql) {
        const tagIds = await imported.writeNewTerms(sql, 'tag', plan.newTags)
        const roleIds = await imported.writeNewTerms(sql, 'role', plan.newRoles)
        const writes = plan.writes.map((project) => ({
          ...project,
          tags: project.tags?.map((id) => tagIds.get(id) ?? id) ?? null,
          wantedRoles: project.wantedRoles?.map((role) => ({ ...role, id: roleIds.get(role.id) ?? role.id })) ?? null,
        }))
        const present = writes.flatMap(({ id }) => id ?? [])
        const write = () =>
          changeWindows(sql, { projects: present }, about.at, () => imported.writeProjects(sql, writes, about.at, writingOf(about, writes)))
        await changeWork(sql, { projects: present }, { at: about.at, today: writeDay(about.today) }, write)
      },
    }
  },
  async team(sql, tx, lines, about) {
    if (tx) await lockTeamNames(tx)
    const slugs = await current.listSlugs(sql)
    const projectIds = projectIdsOfTeams(lines, slugs)
    if (tx) {
      await imported.lockProjects(tx, projectIds)
      await lockTeams(tx, teamIdsInSheet(lines, await current.listTeamNames(sql)))
    }
    const names = await current.listTeamNames(sql)
    const isInviting = about.options?.inviteMissing === true
    if (tx && isInviting) await lockEmails(tx)
    const [teams, people, projects, roles, logins, fullNames] = await Promise.all([
      all(current.listTeamRows(sql, { ids: teamIdsInSheet(lines, names) })),
      current.listPeopleNamed(sql, peopleInSheet(lines)),
      current.listPlaces(sql, projectIds),
      current.listRoleRows(sql),
      isInviting ? current.listLogins(sql) : [],
      isInviting ? current.listFullNames(sql) : [],
    ])
    const facts = { names, teams, people, slugs, projects, roles, today: about.today }
    const invites = createInvites(isInviting, { logins, names: fullNames })
    const plan = await planTeams(lines, facts, slicesOf(about, lines), { terms: about.options?.terms, invites })
    const when = about.options?.emails ?? 'now'
    const readers = await listReaders(sql, [...new Set(plan.added.map(({ person }) => person))])
    return {
      rows: plan.rows,
      unknownTerms: plan.unknownTerms,
      missingPeople: invites.missing,
      invitedPeople: invites.people.length,
      emails: emailsTo(plan.added, readers, about.locale, when),
      async write(sql) {
        const roleIds = await imported.writeNewTerms(sql, 'role', plan.newRoles)
        const used = new Set(plan.writes.flatMap(({ members }) => members.map(({ person }) => person)))
        const invited = invites.people.filter(({ id }) => used.has(id))
        const personIds = await imported.writeInvited(sql, invited, about.at)
        const writes = plan.writes.map((team) => ({
          ...team,
          wantedRoles: team.wantedRoles?.map((role) => ({ ...role, id: roleIds.get(role.id) ?? role.id })) ?? null,
          members: team.members.map((member) => ({
            ...member,
            person: member.person === null ? null : (personIds.get(member.person) ?? member.person),
            roles: member.roles?.map((id) => roleIds.get(id) ?? id) ?? null,
          })),
        }))
        const present = writes.flatMap(({ id }) => id ?? [])
        const moment = { at: about.at, today: writeDay(about.today) }
        const write = () => writeTeams(sql, writes, about, when, writingOf(about, writes))
        await changeMembers(sql, present, moment, () => changeWork(sql, { teams: present }, moment, write))
      },
    }
  },
  async round(sql, tx, lines, about) {
    if (tx) {
      await lockRounds(tx)
      await imported.lockDraftRounds(tx)
    }
    const [rounds, slugs] = await Promise.all([current.listRoundRows(sql), current.listSlugs(sql)])
    const projectIds = projectIdsOfRounds(lines, rounds, slugs)
    if (tx) await imported.lockProjects(tx, projectIds)
    const facts = { rounds, slugs, projects: await listJoining(sql, null, projectIds) }
    const { rows, writes } = await planRounds(lines, facts, about, slicesOf(about, lines))
    return { rows, write: (sql) => writeRounds(sql, writes, about.at) }
  },
  async person(sql, tx, lines, about) {
    const named = peopleInSheet(lines)
    if (tx) {
      await lockEmails(tx)
      const present = await current.listPeopleNamed(tx, named)
      await lockResponsibilities(
        tx,
        present.map(({ id }) => id),
      )
      await imported.lockPeople(tx, named)
    }
    const [people, logins, names] = await Promise.all([
      current.listPeopleNamed(sql, named),
      current.listLogins(sql),
      current.listFullNames(sql),
    ])
    const { rows, writes } = await planPeople(lines, { people, logins, names }, about, slicesOf(about, lines))
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
