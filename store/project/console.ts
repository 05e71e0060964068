import { type ProjectSort, type ProjectState, projectSorts } from '#contract/console/project.ts'
import { type ChoiceKey, choiceKeys, NOT_STATED } from '#contract/project/choices.ts'
import { listedKeys, type ProjectValues, projectFields, projectKeys } from '#contract/project/fields.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { selectionOf } from '#database/sql/selection.ts'
import type { AnySql } from '#database/sql.ts'
import {
  type Direction,
  filesOfProject,
  foldedText,
  type OpenRequests,
  openRequests,
  ordered,
  type SortColumns,
  savedCountOf,
  teamsEnded,
  wantedRolesOfProject,
} from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { isResponsible, personJson, type ResponsibleFilter } from '#store/person/responsibility.ts'
import { coverOfProject, type StoredCover } from './cover.ts'
import { columnOfField, selectedFields } from './fields.ts'
import type { StoredFile } from './published.ts'

// Projects for the console, in every state.

export type ListedRow = OpenRequests &
  Pick<ProjectValues, (typeof listedKeys)[number]> & {
    id: number
    slug: string
    state: ProjectState
    responsibleCurator: { id: number; name: string } | null
    teamsWorking: number
    teamsEnded: number
    savedCount: number
    publishedAt: Date | null
    updatedAt: Date
  }

export type EditedRow = ListedRow &
  ProjectValues & {
    wantedRoles: WantedRole[]
    tags: number[]
    tagNames: string[]
    related: { slug: string; name: string; state: ProjectState }[]
    formerSlugs: string[]
    files: StoredFile[]
    cover: StoredCover | null
    teams: { id: number; name: string; isWorking: boolean }[]
    createdAt: Date
  }

export type ConsoleProjectFilter = {
  words: string[]
  state: ProjectState | null
  tag: number | null
  curator?: ResponsibleFilter
  choices?: Partial<Record<ChoiceKey, string>>
  ids?: number[] | null
}
export type ProjectOrder = { sort: ProjectSort; order?: Direction }

type Listed = Omit<ListedRow, keyof OpenRequests>

const listed = (sql: AnySql) => ({
  id: sql`project.id`,
  slug: sql`project.slug`,
  state: sql`project.state`,
  ...selectedFields(sql, listedKeys),
  responsibleCurator: personJson(sql, sql`project.curator_id`),
  teamsWorking: sql`(select count(*)::int from assignment a where a.project_id = project.id and a.ended_at is null)`,
  teamsEnded: teamsEnded(sql),
  savedCount: savedCountOf(sql),
  publishedAt: sql`project.published_at`,
  updatedAt: sql`project.updated_at`,
})
const requestsOf = (sql: AnySql) => openRequests(sql, sql`r.project_id = project.id`)
/** The columns of a ListedRow. */
export const listedProject = (sql: AnySql) => sql`${selectionOf<Listed>(sql, listed(sql))}, ${requestsOf(sql)}`

const escaped = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const hasChoice = (sql: AnySql, key: ChoiceKey, word: string | undefined) =>
  word === undefined ? sql`` : sql`and coalesce(${sql(`project.${columnOfField(key)}`)}, ${NOT_STATED}) = ${word}`

// Every word must occur in one of the columns; ё matches е.
const matching = (sql: AnySql, { words, tag, curator, choices = {}, ids = null }: Omit<ConsoleProjectFilter, 'state'>) => sql`
  ${isResponsible(sql, sql`project.curator_id`, curator)} and
  not exists (select 1 from unnest(${words.map(escaped)}::text[]) as word
    where replace(lower(concat_ws(' ', project.name, project.slug, project.client, project.curator)), 'ё', 'е') not like replace(lower(word), 'ё', 'е'))
  and (${tag}::int is null or exists (select 1 from project_tag t where t.project_id = project.id and t.tag_id = ${tag}))
  ${choiceKeys.map((key) => hasChoice(sql, key, choices[key])).reduce((all, one) => sql`${all} ${one}`)}
  and (${ids}::int[] is null or project.id = any(${ids}::int[]))`

const sorts: SortColumns<ProjectSort> = {
  changed: (sql) => sql`project.updated_at`,
  name: (sql) => foldedText(sql, 'project.name'),
  start: (sql) => sql`project.date_start`,
  end: (sql) => sql`project.date_end`,
  opens: (sql) => sql`project.enrollment_start`,
  closes: (sql) => sql`project.enrollment_end`,
  waiting: (sql) => sql`"requestsWaiting"`,
  saved: (sql) => sql`"savedCount"`,
  places: (sql) => sql`project.team_limit`,
  state: (sql) => sql`array_position(array['draft', 'published', 'archived', 'withdrawn'], project.state)`,
  curator: (sql) => foldedText(sql, 'project.curator'),
  client: (sql) => foldedText(sql, 'project.client'),
  format: (sql) => sql`array_position(${[...projectFields.workFormat.words]}::text[], project.work_format)`,
}

/** A page, or all rows: the status is computed by a rule, so filtering by it needs every row. */
export async function listConsoleRows(
  sql: AnySql,
  filter: ConsoleProjectFilter,
  order: ProjectOrder,
  page: { limit: number; offset: number } | null,
): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    select ${listedProject(sql)} from project
    where ${matching(sql, filter)} and (${filter.state}::text is null or project.state = ${filter.state})
    order by ${ordered(sql, sorts[order.sort](sql), order.order ?? projectSorts[order.sort])}, project.updated_at desc, project.id desc ${page === null ? sql`` : sql`limit ${page.limit} offset ${page.offset}`}`
}

export async function countByState(sql: AnySql, filter: Omit<ConsoleProjectFilter, 'state'>): Promise<Record<ProjectState, number>> {
  const rows = await sql<{ state: ProjectState; count: number }[]>`
    select project.state, count(*)::int from project where ${matching(sql, filter)} group by project.state`
  return { draft: 0, published: 0, archived: 0, withdrawn: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Row lock for changes. Executed immediately, so that statements queued behind it on the connection read after the lock is granted. */
export const lockProject = (sql: AnySql, id: number) => lockRows(sql, { project: sql`${id}::int` }).execute()

export async function findConsoleProject(sql: AnySql, id: number): Promise<EditedRow | undefined> {
  const [row] = await findConsoleProjects(sql, [id])
  return row
}

/** By id. */
export function findConsoleProjects(sql: AnySql, ids: number[]): Promise<EditedRow[]> {
  const selection = selectionOf<Omit<EditedRow, keyof OpenRequests>>(sql, {
    ...listed(sql),
    ...selectedFields(sql, projectKeys),
    wantedRoles: wantedRolesOfProject(sql),
    tags: sql`array(select tag_id from project_tag t where t.project_id = project.id order by tag_id)`,
    tagNames: sql`array(select name from project_tag t join tag on tag.id = t.tag_id where t.project_id = project.id order by name)`,
    related: sql`coalesce((
      select json_agg(json_build_object('slug', o.slug, 'name', o.name, 'state', o.state) order by r.position, o.id)
      from project_related r join project o on o.id = r.related_id where r.project_id = project.id), '[]')`,
    formerSlugs: sql`array(select slug from former_slug f where f.project_id = project.id order by since desc, slug)`,
    files: filesOfProject(sql),
    cover: coverOfProject(sql),
    teams: sql`coalesce((
      select json_agg(json_build_object('id', t.id, 'name', t.name, 'isWorking', w.working) order by w.working desc, w.first)
      from (select team_id, bool_or(ended_at is null) as working, min(id) as first
        from assignment where project_id = project.id group by team_id) w
      join team t on t.id = w.team_id), '[]')`,
    createdAt: sql`project.created_at`,
  })
  return sql<EditedRow[]>`
    select ${selection}, ${requestsOf(sql)} from project where project.id = any(${ids}::int[]) order by project.id`
}

/** What deleting the project would lose. */
export async function countUse(sql: AnySql, id: number): Promise<{ teams: number; requests: number; results: number }> {
  const [row] = await sql<{ teams: number; requests: number; results: number }[]>`
    select (select count(*)::int from assignment where project_id = ${id}) as teams,
      (select count(*)::int from request where project_id = ${id}) as requests,
      (select count(*)::int from file where project_id = ${id} and kind <> 'description') as results`
  return row!
}
