import type { ProjectState, ProjectValues } from '#contract/console/project.ts'
import type { Synonym } from '#contract/synonym.ts'
import type { PersonRow, RoleRow, TagRow } from './export.ts'
import type { TransactionSql } from './sql.ts'

// Bulk writes of an import, in one transaction. Triggers and constraints apply as usual.

const BATCH = 500

async function inBatches<T>(rows: readonly T[], work: (batch: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await work(rows.slice(from, from + BATCH))
}

const LOCK = 7305821

/** Advisory lock across processes: one import at a time. False when another one is running. */
export async function claimImport(sql: TransactionSql): Promise<boolean> {
  const [row] = await sql<{ isMine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as "isMine"`
  return row!.isMine
}

/** Row locks until the transaction ends. Read the rows only after locking them. */
export const lockProjects = (sql: TransactionSql, ids: number[]) =>
  sql`select id from project where id = any(${ids}::int[]) order by id for no key update`
export const lockTeams = (sql: TransactionSql, ids: number[]) =>
  sql`select id from team where id = any(${ids}::int[]) order by id for no key update`
export const lockPeople = (sql: TransactionSql, { logins, emails }: { logins: string[]; emails: string[] }) =>
  sql`select id from person where login = any(${logins}::text[]) or import_email = any(${emails}::text[]) order by id for no key update`
/** Vocabularies are short, so a table lock is enough; it blocks writers, not readers. */
export const lockVocabulary = (sql: TransactionSql, kind: 'tag' | 'role' | 'synonym') =>
  sql`lock table ${sql(kind)} in share row exclusive mode`

export async function reserveIds(sql: TransactionSql, table: 'project' | 'team' | 'member' | 'person', count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`
  return rows.map(({ id }) => id)
}

export type ImportedProject = ProjectValues & {
  id: number | null // null: new
  slug: string
  state: ProjectState
  wantedRoles: { id: number; count: number }[] | null // null: unchanged
  tags: number[] | null
  related: string[] | null
  curatorId: number | null
}

const columnsOf = (sql: TransactionSql) => sql`
  id integer, slug text, state text, name text, "shortDescription" text, description text, "dateStart" date, "dateEnd" date,
  "enrollmentStart" date, "enrollmentEnd" date, curator text, client text, "clientContact" text, "teamLimit" integer,
  "developerRequirements" jsonb, "projectRequirements" jsonb, "curatorId" integer`
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
    const news = batch.filter(({ isNew }) => isNew)
    const olds = batch.filter(({ isNew }) => !isNew)
    if (news.length > 0)
      await sql`
        insert into project (id, slug, state, name, short_description, description, date_start, date_end, enrollment_start, enrollment_end,
          curator, curator_id, client, client_contact, team_limit, developer_requirements, project_requirements, published_at, created_at, updated_at)
        select id, slug, state, name, "shortDescription", description, "dateStart", "dateEnd", "enrollmentStart", "enrollmentEnd", curator, "curatorId", client,
          "clientContact", "teamLimit", ${texts(sql, 'developerRequirements')}, ${texts(sql, 'projectRequirements')},
          case when state <> 'draft' then ${at}::timestamptz end, ${at}, ${at}
        from jsonb_to_recordset(${sql.json(news as never)}) as given (${columnsOf(sql)})`
    if (olds.length > 0)
      await sql`
        update project set state = given.state, name = given.name, short_description = given."shortDescription", description = given.description,
          date_start = given."dateStart", date_end = given."dateEnd", enrollment_start = given."enrollmentStart",
          enrollment_end = given."enrollmentEnd", curator = given.curator, curator_id = given."curatorId", client = given.client, client_contact = given."clientContact",
          team_limit = given."teamLimit", developer_requirements = ${texts(sql, 'developerRequirements')},
          project_requirements = ${texts(sql, 'projectRequirements')},
          published_at = case when given.state = 'draft' then project.published_at else coalesce(project.published_at, ${at}) end, updated_at = ${at}
        from jsonb_to_recordset(${sql.json(olds as never)}) as given (${columnsOf(sql)}) where project.id = given.id`
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

export type ImportedPerson = Omit<PersonRow, 'id' | 'access' | 'isGone' | 'isClosed'> & { id: number | null; access: string }

export async function writePeople(sql: TransactionSql, people: readonly ImportedPerson[], at: Date): Promise<void> {
  const shape = sql`id integer, login text, name text, surname text, patronymic text, email text, "importEmail" text, phone text,
    "githubLogin" text, "group" text, access text`
  await inBatches(
    people.filter(({ id }) => id === null),
    (batch) => sql`
      insert into person (login, name, surname, patronymic, email, import_email, phone, github_login, group_name, access, created_at, updated_at)
      select login, name, surname, patronymic, email, "importEmail", phone, "githubLogin", "group", access, ${at}, ${at}
      from jsonb_to_recordset(${sql.json(batch as never)}) as given (${shape})`,
  )
  await inBatches(
    people.filter(({ id }) => id !== null),
    (batch) => sql`
      update person set name = given.name, surname = given.surname, patronymic = given.patronymic, email = given.email,
        import_email = given."importEmail", phone = given.phone, github_login = given."githubLogin", group_name = given."group", access = given.access, updated_at = ${at}
      from jsonb_to_recordset(${sql.json(batch as never)}) as given (${shape}) where person.id = given.id`,
  )
}

/** New people with the ids of the plan, which are negative. Returns their ids. */
export async function writeInvited(
  sql: TransactionSql,
  people: readonly (ImportedPerson & { id: number })[],
  at: Date,
): Promise<Map<number, number>> {
  const ids = await reserveIds(sql, 'person', people.length)
  const numbered = people.map((person, index) => ({ ...person, planned: person.id, id: ids[index]! }))
  await inBatches(
    numbered,
    (batch) => sql`
      insert into person (id, login, name, surname, patronymic, email, import_email, access, created_at, updated_at)
      select id, login, name, surname, patronymic, email, "importEmail", 'member', ${at}, ${at}
      from jsonb_to_recordset(${sql.json(batch as never)})
        as given (id integer, login text, name text, surname text, patronymic text, email text, "importEmail" text)`,
  )
  return new Map(numbered.map(({ planned, id }) => [planned, id]))
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

export type ImportedTag = Omit<TagRow, 'id'> & { id: number | null }

export async function writeTagTerms(sql: TransactionSql, tags: readonly ImportedTag[]): Promise<void> {
  const shape = sql`id integer, name text, "nameRu" text, description text`
  await inBatches(tags, async (batch) => {
    const given = sql`jsonb_to_recordset(${sql.json(batch as never)}) as given (${shape})`
    await sql`update tag set name = given.name, name_ru = given."nameRu", description = given.description from ${given} where tag.id = given.id`
    await sql`insert into tag (name, name_ru, description) select name, "nameRu", description from ${given} where id is null`
  })
}

export type ImportedRole = Omit<RoleRow, 'id'> & { id: number | null; position: number }

/** Also updates the positions that changed. */
export async function writeRoleTerms(sql: TransactionSql, roles: readonly ImportedRole[], order: readonly number[]): Promise<void> {
  const shape = sql`id integer, name text, "nameRu" text, aliases jsonb, position integer`
  await inBatches(roles, async (batch) => {
    const given = sql`jsonb_to_recordset(${sql.json(batch as never)}) as given (${shape})`
    await sql`update role set name = given.name, name_ru = given."nameRu", aliases = ${texts(sql, 'aliases')} from ${given} where role.id = given.id`
    await sql`insert into role (name, name_ru, aliases, position)
      select name, "nameRu", ${texts(sql, 'aliases')}, position from ${given} where id is null order by position`
  })
  await sql`
    update role set position = place - 1 from unnest(${[...order]}::int[]) with ordinality as given (id, place)
    where role.id = given.id and role.position <> place - 1`
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
