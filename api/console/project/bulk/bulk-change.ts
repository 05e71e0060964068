import type { ApiApp } from '#api/app.ts'
import { curatorFrom } from '#api/console/project/curator.ts'
import type { BulkResult, ProjectChange } from '#contract/console/project-bulk.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { MOST_TAGS, planChange } from '#rules/project/bulk.ts'
import { outcomeOf } from '#rules/project/state.ts'
import { stepInWords } from '#rules/text/state-texts.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import { setProjectCurator } from '#store/person/responsibility.ts'
import { type BulkEntry, listTeamsAtWork } from '#store/project/bulk.ts'
import { moveProject, setTags, updateProject } from '#store/project/change.ts'
import { type EditedRow, findConsoleProjects } from '#store/project/console.ts'
import { listWindowRounds } from '#store/round/edit.ts'
import { listTagRows } from '#store/spreadsheet/export.ts'
import { changedResult, projectChanges, refusedResult, tagNamesOf } from './bulk-report.ts'

// A change of many projects: planning, writing.

type Context = { app: ApiApp; caller: Caller; language: Language }
type Planned = NonNullable<ReturnType<typeof planChange>['planned']> & Pick<EditedRow, 'responsibleCurator'>
type Plan = { present: EditedRow; planned: Planned | null; result: BulkResult; changes: ReturnType<typeof projectChanges> }

/** What the change would do to each project; nothing is written. */
export async function planBulkChange(sql: AnySql, { language }: Context, ids: number[], change: ProjectChange): Promise<Plan[]> {
  const tags = await listTagRows(sql)
  const tagNames = tagNamesOf(tags, language)
  const unknown = [...(change.addTags ?? []), ...(change.removeTags ?? [])].filter((tag) => !tagNames.has(tag))
  if (unknown.length > 0) throw new Refusal('unknown_tag', { tags: unknown.join(', ') })
  const rows = new Map((await findConsoleProjects(sql, ids)).map((row) => [row.id, row]))
  const rounds = await listWindowRounds(sql, ids)
  const curator = change.curatorId === undefined ? undefined : await curatorFrom(sql, change.curatorId)
  return ids.flatMap((id): Plan[] => {
    const present = rows.get(id)
    if (!present) return [] // deleted since it was selected
    const { planned, why } = planChange({ ...present, requestsWaiting: present.requestsOpen, isInRound: rounds.has(id) }, change)
    if (why) {
      const step = stepInWords(present.state, change.state ?? present.state, language)
      const values = { project: present.name, round: rounds.get(id) ?? '', count: present.requestsOpen, most: MOST_TAGS, ...step }
      return [{ present, planned: null, result: refusedResult(present, why, language, values), changes: {} }]
    }
    const responsibleCurator = curator === undefined ? present.responsibleCurator : curator
    const changes = projectChanges(present, { ...planned.values, responsibleCurator, state: planned.state, tags: planned.tags }, tagNames)
    const isEnding = planned.state !== present.state && outcomeOf(planned.state) !== null
    const endedTeams = isEnding ? present.teams.filter(({ isWorking }) => isWorking).map(({ id: team, name }) => ({ id: team, name })) : []
    return [{ present, planned: { ...planned, responsibleCurator }, result: changedResult(present, changes, endedTeams), changes }]
  })
}

/** Writes the planned changes; returns what is needed to undo them. */
export async function applyPlans(
  sql: AnySql,
  plans: Plan[],
  now: Date,
  record: (target: string, detail: AuditDetail) => void,
): Promise<BulkEntry[]> {
  const changed = plans.filter(({ result }) => result.outcome === 'changed')
  const atWork = await listTeamsAtWork(
    sql,
    changed.map(({ present }) => present.id),
  )
  const entries: BulkEntry[] = []
  for (const { present, planned, changes } of changed) {
    const { id, slug, state, publishedAt } = present
    const { values, tags, state: next, responsibleCurator } = planned!
    await updateProject(sql, id, slug, values, now)
    if ('tags' in changes) await setTags(sql, id, tags)
    if ('responsibleCurator' in changes) await setProjectCurator(sql, id, responsibleCurator?.id ?? null)
    const outcome = next === state ? null : outcomeOf(next)
    const ended = next === state ? 0 : await moveProject(sql, id, { state: next, outcome }, now)
    record(`project ${id}`, { name: present.name, ...changes, ...(ended > 0 ? { teamsEnded: ended } : {}) })
    const valueKeys = Object.keys(changes).filter(
      (key) => !['tags', 'state', 'responsibleCurator'].includes(key),
    ) as (keyof typeof present)[]
    entries.push({
      id,
      state,
      publishedAt: publishedAt?.toISOString() ?? null,
      values: Object.fromEntries(valueKeys.map((key) => [key, present[key] as string | null])),
      tags: 'tags' in changes ? present.tags : null,
      ...('responsibleCurator' in changes ? { curator: present.responsibleCurator } : {}),
      endedTeams: outcome === null ? [] : atWork.filter(({ project }) => project === id).map(({ team }) => team),
    })
  }
  return entries
}
