import { changeWork } from '#actions/round/waitlist.ts'
import { changeWindows } from '#actions/round/windows.ts'
import { type ApiApp, momentOf } from '#api/app.ts'
import type { BulkResult } from '#contract/console/project-bulk.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql } from '#database/sql.ts'
import { whyNotUndo } from '#rules/project/bulk.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import { lockCurators, setProjectCurator } from '#store/person/responsibility.ts'
import { type BulkEntry, listBusyTeams, lockForBulk, restoreState } from '#store/project/bulk.ts'
import { setTags, updateProject } from '#store/project/change.ts'
import { findConsoleProjects } from '#store/project/console.ts'
import { listTagRows } from '#store/spreadsheet/export.ts'
import { changedResult, projectChanges, refusedResult, tagNamesOf } from './bulk-report.ts'

type Context = { app: ApiApp; language: Language }

type Bulk = { at: Date; entries: BulkEntry[] }
type Record = (target: string, detail: AuditDetail) => void

/** Gives the projects back what they were before; those that were changed since stay as they are. */
export async function undoPlans(sql: AnySql, context: Context, bulk: Bulk, record: Record): Promise<BulkResult[]> {
  const moment = momentOf(context.app, context.app.now())
  const projects = bulk.entries.map(({ id }) => id)
  const teams = bulk.entries.flatMap(({ endedTeams }) => endedTeams)
  return changeWork(sql, { teams, projects }, moment, () =>
    changeWindows(sql, { projects }, moment.at, () => restorePlans(sql, context, bulk, record)),
  )
}

async function restorePlans(sql: AnySql, { app, language }: Context, { at, entries }: Bulk, record: Record): Promise<BulkResult[]> {
  const ids = entries.map(({ id }) => id)
  const teams = entries.flatMap(({ endedTeams }) => endedTeams)
  await lockForBulk(sql, ids, teams)
  const busy = new Set(await listBusyTeams(sql, teams))
  const tagNames = tagNamesOf(await listTagRows(sql), language)
  const rows = new Map((await findConsoleProjects(sql, ids)).map((row) => [row.id, row]))
  // Nobody where the former curator has no access to the console any more.
  const curators = new Set(await lockCurators(sql, [...new Set(entries.flatMap(({ curator }) => (curator ? [curator.id] : [])))]))
  const results: BulkResult[] = []
  for (const entry of entries) {
    const present = rows.get(entry.id)
    if (!present) continue
    const { id, slug, name, requestsOpen } = present
    const busyTeams = entry.endedTeams.filter((team) => busy.has(team)).length
    const why = whyNotUndo({ ...present, requestsWaiting: requestsOpen, changedAt: at, stateBefore: entry.state, busyTeams })
    if (why) {
      results.push(refusedResult(present, why, language, { project: name, count: requestsOpen }))
      continue
    }
    const tags = entry.tags?.filter((tag) => tagNames.has(tag)) ?? present.tags
    const curator = entry.curator && (curators.has(entry.curator.id) ? entry.curator : null)
    const responsibleCurator = curator === undefined ? present.responsibleCurator : curator
    const restored = { ...present, ...entry.values, state: entry.state, tags, responsibleCurator }
    await updateProject(sql, id, slug, restored, app.now())
    if (entry.tags) await setTags(sql, id, tags)
    if (entry.curator !== undefined) await setProjectCurator(sql, id, responsibleCurator?.id ?? null)
    if (entry.state !== present.state) await restoreState(sql, id, entry, at)
    const changes = projectChanges(present, restored, tagNames)
    record(`project ${id}`, { name, ...changes })
    results.push(changedResult(present, changes))
  }
  return results
}
