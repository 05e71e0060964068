import type { ProjectState } from '#contract/console/project.ts'
import type { ProjectValues } from '#contract/project/fields.ts'
import type { Synonym } from '#contract/vocabulary/synonym.ts'
import type { TransactionSql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import { columnsOfFields } from '#store/project/fields.ts'
import type { PersonRow, RoleRow, TagRow } from './export.ts'
import { type ColumnNames, type Imported, inBatches, insertImported, updateImported } from './imported.ts'

// Bulk writes of an import, in one transaction. Triggers and constraints apply as usual.

const LOCK = 7305821

/** Advisory lock across processes: one import at a time. False when another one is running. */
export async function claimImport(sql: TransactionSql): Promise<boolean> {
  const [row] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`
  return row!.isMine
}

/** Row locks until the transaction ends. Read the rows only after locking them. */
export const lockProjects = (sql: TransactionSql, ids: number[]) => lockRows(sql, { project: sql`select unnest(${ids}::int[])` })
export const lockPeople = (sql: TransactionSql, { logins, emails }: { logins: string[]; emails: string[] }) =>
  lockRows(sql, { person: sql`select id from person where login = any(${logins}::text[]) or import_email = any(${emails}::text[])` })
export const lockDraftRounds = (sql: TransactionSql) => lockRows(sql, { wholeRound: sql`select id from round where announced_at is null` })
/** Vocabularies are short, so a table lock is enough; it blocks writers, not readers. */
export const lockVocabulary = (sql: TransactionSql, kind: 'tag' | 'role' | 'synonym') =>
  sql`lock table ${sql(kind)} in share row exclusive mode`

export async function reserveIds(
  sql: TransactionSql,
  table: 'project' | 'team' | 'member' | 'person' | 'tag' | 'role',
  count: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`
  return rows.map(({ id }) => id)
}

export type ProjectFields = ProjectValues & { state: ProjectState; curatorId: number | null }
export type ImportedProject = Imported<ProjectFields> & {
  slug: string
  wantedRoles: { id: number; count: number }[] | null // null: unchanged
  tags: number[] | null
  related: string[] | null
}

const projectColumns: ColumnNames<ProjectFields> = { ...columnsOfFields, state: 'state', curatorId: 'curator_id' }

const texts = (sql: TransactionSql, column: string) => sql`array(select jsonb_array_elements_text(given.${sql(column)}))`

export async function writeProjects(
  sql: TransactionSql,
  projects: readonly ImportedProject[],
  at: Date,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const fresh = projects.filter(({ id }) => id === null)
  const ids = await reserveIds(sql, 'project', fresh.length)
  const idOf = new Map(fresh.map((project, index) => [project, ids[index]!]))
  const numbered = projects.map((project) => ({ ...project, id: project.id ?? idOf.get(project)!, isNew: project.id === null }))
  let done = 0
  await inBatches(numbered, async (batch) => {
    await insertImported(
      sql,
      'project',
      projectColumns,
      batch.filter(({ isNew }) => isNew),
      ({ slug, values }) => ({ slug, published_at: values.state === 'draft' ? null : at, created_at: at, updated_at: at }),
    )
    await updateImported(
      sql,
      'project',
      projectColumns,
      batch.filter(({ isNew }) => !isNew),
      sql`updated_at = ${at}, published_at = case when coalesce(given.row ->> 'state', stored.state) = 'draft' then stored.published_at
        else coalesce(stored.published_at, ${at}) end`,
    )
    done += batch.length
    onProgress(done)
  })
  await writeWantedRoles(sql, numbered)
  await writeTags(sql, numbered)
  await writeRelated(sql, numbered)
}

type Numbered = Pick<ImportedProject, 'wantedRoles' | 'tags' | 'related'> & { id: number; isNew: boolean }

async function writeWantedRoles(sql: TransactionSql, projects: readonly Numbered[]): Promise<void> {
  await inBatches(
    projects.filter(({ wantedRoles, isNew }) => wantedRoles !== null && !(isNew && wantedRoles.length === 0)),
    async (batch) => {
      const rows = batch.flatMap(({ id, wantedRoles }) => wantedRoles!.map((role, position) => ({ ...role, project: id, position })))
      await sql`delete from project_wanted_role where project_id = any(${batch.map(({ id }) => id)}::int[])`
      await sql`
      insert into project_wanted_role (project_id, role_id, count, position)
      select project, id, count, position
      from jsonb_to_recordset(${sql.json(rows)}) as given (project integer, id integer, count integer, position integer)`
    },
  )
}

async function writeTags(sql: TransactionSql, projects: readonly Numbered[]): Promise<void> {
  await inBatches(
    projects.filter(({ tags, isNew }) => tags !== null && !(isNew && tags.length === 0)),
    async (batch) => {
      const [owners, tags] = pairs(batch, ({ tags }) => tags!)
      await sql`
      delete from project_tag where project_id = any(${batch.map(({ id }) => id)}::int[])
        and (project_id, tag_id) not in (select * from unnest(${owners}::int[], ${tags}::int[]))`
      await sql`insert into project_tag (project_id, tag_id) select * from unnest(${owners}::int[], ${tags}::int[]) on conflict do nothing`
    },
  )
}

// After all inserts: a project may be related to another one of the same import.
async function writeRelated(sql: TransactionSql, projects: readonly Numbered[]): Promise<void> {
  await inBatches(
    projects.filter(({ related, isNew }) => related !== null && !(isNew && related.length === 0)),
    async (batch) => {
      const [owners, slugs] = pairs(batch, ({ related }) => related!)
      const positions = batch.flatMap(({ related }) => related!.map((_, position) => position))
      await sql`delete from project_related where project_id = any(${batch.map(({ id }) => id)}::int[])`
      await sql`
      insert into project_related (project_id, related_id, position)
      select owner, project_at(slug), place from unnest(${owners}::int[], ${slugs}::text[], ${positions}::int[]) as given (owner, slug, place)
      on conflict do nothing`
    },
  )
}

const pairs = <T extends { id: number }, V>(rows: readonly T[], valuesOf: (row: T) => readonly V[]): [number[], V[]] => [
  rows.flatMap((row) => valuesOf(row).map(() => row.id)),
  rows.flatMap((row) => [...valuesOf(row)]),
]

export type PersonFields = Omit<PersonRow, 'id' | 'login' | 'access' | 'isGone' | 'isClosed'> & { access: string }
export type ImportedPerson = Imported<PersonFields> & { login: string }

const personColumns: ColumnNames<PersonFields> = {
  name: 'name',
  surname: 'surname',
  patronymic: 'patronymic',
  email: 'email',
  importEmail: 'import_email',
  phone: 'phone',
  githubLogin: 'github_login',
  group: 'group_name',
  access: 'access',
}

export async function writePeople(sql: TransactionSql, people: readonly ImportedPerson[], at: Date): Promise<void> {
  const fresh = people.filter(({ id }) => id === null)
  await insertPeople(sql, fresh, await reserveIds(sql, 'person', fresh.length), at)
  const present = people.flatMap(({ id, values }) => (id === null ? [] : { id, values }))
  await updateImported(sql, 'person', personColumns, present, sql`updated_at = ${at}`)
}

function insertPeople(sql: TransactionSql, people: readonly Omit<ImportedPerson, 'id'>[], ids: readonly number[], at: Date): Promise<void> {
  const numbered = people.map(({ login, values }, index) => ({ id: ids[index]!, login, values }))
  return insertImported(sql, 'person', personColumns, numbered, ({ login }) => ({ login, created_at: at, updated_at: at }))
}

/** A new person with the id of the plan, which is negative. */
export type InvitedPerson = { id: number; login: string; values: PersonFields }

/** Returns the ids of new people by those of the plan. */
export async function writeInvited(sql: TransactionSql, people: readonly InvitedPerson[], at: Date): Promise<Map<number, number>> {
  const ids = await reserveIds(sql, 'person', people.length)
  await insertPeople(sql, people, ids, at)
  return new Map(people.map(({ id }, index) => [id, ids[index]!]))
}

/** New tags or roles of an import. Returns their ids by those of the plan. */
export async function writeNewTerms(
  sql: TransactionSql,
  kind: 'tag' | 'role',
  terms: readonly { id: number; name: string }[],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  if (terms.length > 0) await lockVocabulary(sql, kind)
  for (const { id, name } of terms) {
    // Another curator may have added it meanwhile.
    const [present] = await sql<{ id: number }[]>`select id from ${sql(kind)} where lower(name) = lower(${name})`
    const [row] = present
      ? [present]
      : kind === 'tag'
        ? await sql<{ id: number }[]>`insert into tag (name) values (${name}) returning id`
        : await sql<{ id: number }[]>`
            insert into role (name, aliases, position) select ${name}, '{}', coalesce(max(position), -1) + 1 from role returning id`
    ids.set(id, row!.id)
  }
  return ids
}

type TagFields = Omit<TagRow, 'id'>
type RoleFields = Omit<RoleRow, 'id'>
export type ImportedTag = Imported<TagFields>
export type ImportedRole = Imported<RoleFields> & { position: number }

const tagColumns: ColumnNames<TagFields> = { name: 'name', nameRu: 'name_ru', description: 'description' }
const roleColumns: ColumnNames<RoleFields> = { name: 'name', nameRu: 'name_ru', aliases: 'aliases' }

export async function writeTagTerms(sql: TransactionSql, tags: readonly ImportedTag[]): Promise<void> {
  await writeTerms(sql, 'tag', tagColumns, tags)
}

/** Also updates the positions that changed. */
export async function writeRoleTerms(sql: TransactionSql, roles: readonly ImportedRole[], order: readonly number[]): Promise<void> {
  await writeTerms(sql, 'role', roleColumns, roles)
  await sql`
    update role set position = place - 1 from unnest(${[...order]}::int[]) with ordinality as given (id, place)
    where role.id = given.id and role.position <> place - 1`
}

async function writeTerms<Fields extends object>(
  sql: TransactionSql,
  table: 'tag' | 'role',
  columns: ColumnNames<Fields>,
  terms: readonly (Imported<Fields> & { position?: number })[],
): Promise<void> {
  const fresh = terms.filter(({ id }) => id === null)
  const present = terms.flatMap(({ id, values }) => (id === null ? [] : { id, values }))
  await updateImported(sql, table, columns, present)
  const ids = await reserveIds(sql, table, fresh.length)
  const numbered = fresh.map(({ values, position }, index) => ({ id: ids[index]!, values, position }))
  await insertImported(sql, table, columns, numbered, ({ position }) => (position === undefined ? {} : { position }))
}

export type ImportedSynonym = Synonym & { id: number | null }

export async function writeSynonyms(sql: TransactionSql, synonyms: readonly ImportedSynonym[]): Promise<void> {
  const shape = sql`id integer, kind text, words jsonb, "expandsTo" jsonb, place integer`
  await inBatches(synonyms, async (batch) => {
    const rows = batch.map((synonym, place) => ({ ...synonym, place }))
    const given = sql`jsonb_to_recordset(${sql.json(rows as never)}) as given (${shape})`
    const values = sql`${texts(sql, 'words')}, ${texts(sql, 'expandsTo')}`
    await sql`update synonym set (kind, words, expands_to) = row(given.kind, ${values}) from ${given} where synonym.id = given.id`
    await sql`insert into synonym (kind, words, expands_to) select kind, ${values} from ${given} where id is null order by place`
  })
}
