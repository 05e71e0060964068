import type { Term, Vocabulary } from '#contract/console/vocabulary.ts'
import { builtInRoles, MOST_WANTED } from '#contract/vocabulary/role.ts'
import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'

// Vocabularies for the console: every field of a term, and how often it is used.

type NewTerm = Omit<Term, 'id' | 'uses' | 'isBuiltIn'>

const tables = { tag: 'tag', role: 'role', platform: 'platform', 'file-type': 'file_type', reason: 'refusal_reason' } as const

/** By position; tags by id. */
export function listTerms(sql: AnySql, kind: Vocabulary): Promise<Term[]> {
  const noRole = sql`false as "isHidden", false as "isBuiltIn"`
  switch (kind) {
    case 'tag':
      return sql<Term[]>`
        select id, name, name_ru as "nameRu", description, '{}'::text[] as aliases, false as "isPublic", ${noRole},
          (select count(*)::int from project_tag where tag_id = tag.id) as uses
        from tag order by id`
    case 'role':
      return sql<Term[]>`
        select id, name, name_ru as "nameRu", null as description, aliases, false as "isPublic",
          is_hidden as "isHidden", name = any(${[...builtInRoles]}::text[]) as "isBuiltIn",
          (select count(*)::int from member_role where role_id = role.id)
            + (select count(*)::int from project_wanted_role where role_id = role.id)
            + (select count(*)::int from team_wanted_role where role_id = role.id)
            + (select count(*)::int from person_joining_role where role_id = role.id) as uses
        from role order by position, name, id`
    case 'platform':
      return sql<Term[]>`
        select id, name, null as "nameRu", null as description, hosts as aliases, false as "isPublic", ${noRole},
          (select count(*)::int from link where platform_id = platform.id) as uses
        from platform order by position, id`
    case 'file-type':
      return sql<Term[]>`
        select id, name, name_ru as "nameRu", null as description, '{}'::text[] as aliases, is_public as "isPublic", ${noRole},
          (select count(*)::int from file where file_type_id = file_type.id and deleted_at is null) as uses
        from file_type order by position, id`
    case 'reason':
      // A request counts once, although both it and its history refer to the reason.
      return sql<Term[]>`
        select id, text_en as name, text_ru as "nameRu", null as description, '{}'::text[] as aliases, false as "isPublic", ${noRole},
          (select count(*)::int from (select id from request where reason_id = reason.id
            union select request_id from pending_decision where reason_id = reason.id
            union select request_id from round_mark where reason_id = reason.id
            union select request_id from request_transition where reason_id = reason.id) as declined) as uses
        from refusal_reason reason order by position, id`
  }
}

/** Table lock against other changes of the vocabulary until the transaction ends. Rows that refer to terms can still be written. */
export async function lockTerms(sql: AnySql, kind: Vocabulary): Promise<Term[]> {
  const [, terms] = await Promise.all([sql`lock table ${sql(tables[kind])} in share row exclusive mode`, listTerms(sql, kind)])
  return terms
}

/** Also locks these terms against new references. Lock order: referring rows before terms. */
export async function lockUses(sql: AnySql, kind: Vocabulary, ids: number[]): Promise<Term[]> {
  const [, , , terms] = await Promise.all([
    lockReferences(sql, kind, ids),
    sql`lock table ${sql(tables[kind])} in share row exclusive mode`,
    sql`select id from ${sql(tables[kind])} where id = any(${ids}::int[]) order by id for update`,
    listTerms(sql, kind),
  ])
  return terms
}

function lockReferences(sql: AnySql, kind: Vocabulary, ids: number[]): PromiseLike<unknown> {
  switch (kind) {
    case 'tag':
      return lockRows(sql, { project: sql`select project_id from project_tag where tag_id = any(${ids}::int[])` })
    case 'role':
      return Promise.all([
        lockRows(sql, { project: sql`select project_id from project_wanted_role where role_id = any(${ids}::int[])` }),
        lockRows(sql, { team: sql`select team_id from team_wanted_role where role_id = any(${ids}::int[])` }),
        lockRows(sql, { member: sql`select member_id from member_role where role_id = any(${ids}::int[])` }),
        lockRows(sql, { person: sql`select person_id from person_joining_role where role_id = any(${ids}::int[])` }),
      ])
    case 'platform':
      return lockRows(sql, { project: sql`select project_id from link where platform_id = any(${ids}::int[])` })
    case 'file-type':
      return lockRows(sql, { team: sql`select team_id from file where file_type_id = any(${ids}::int[])` })
    case 'reason':
      return lockRows(sql, { request: sql`select id from request where reason_id = any(${ids}::int[])` })
  }
}

const columnsOf = (kind: Vocabulary, { name, nameRu, description, aliases, isPublic, isHidden }: NewTerm): Record<string, unknown> =>
  ({
    tag: { name, name_ru: nameRu, description },
    role: { name, name_ru: nameRu, aliases, is_hidden: isHidden },
    platform: { name, hosts: aliases },
    'file-type': { name, name_ru: nameRu, is_public: isPublic },
    reason: { text_en: name, text_ru: nameRu },
  })[kind]

/** Appends the term to its vocabulary. */
export async function insertTerm(sql: AnySql, kind: Vocabulary, term: NewTerm): Promise<number> {
  const table = sql(tables[kind])
  const [row] = await sql<{ id: number }[]>`insert into ${table} ${sql(columnsOf(kind, term) as never)} returning id`
  if (kind !== 'tag')
    await sql`update ${table} set position = (select coalesce(max(position) + 1, 0) from ${table} where id <> ${row!.id}) where id = ${row!.id}`
  return row!.id
}

export async function updateTerm(sql: AnySql, kind: Vocabulary, id: number, term: NewTerm): Promise<void> {
  await sql`update ${sql(tables[kind])} set ${sql(columnsOf(kind, term) as never)} where id = ${id}`
}

export async function removeTerm(sql: AnySql, kind: Vocabulary, id: number): Promise<void> {
  await sql`delete from ${sql(tables[kind])} where id = ${id}`
}

/** Removed files still refer to their category, because the history shows it. */
export async function countRemovedFiles(sql: AnySql, fileTypeId: number): Promise<number> {
  const [row] = await sql`select count(*)::int as count from file where file_type_id = ${fileTypeId} and deleted_at is not null`
  return row!.count
}

/** How many teams have a current file in both categories: a merge would violate the limit of one. */
export async function countConflictingFiles(sql: AnySql, from: number, into: number): Promise<number> {
  const [row] = await sql`
    select count(*)::int as count from file a join file b using (project_id, team_id)
    where a.kind = 'result' and b.kind = 'result' and a.deleted_at is null and b.deleted_at is null
      and a.file_type_id = ${from} and b.file_type_id = ${into}`
  return row!.count
}

/** Moves all references from one term to the other. */
export async function repointTerm(sql: AnySql, kind: Vocabulary, from: number, into: number): Promise<void> {
  switch (kind) {
    case 'tag':
      await sql`
        with moved as (delete from project_tag where tag_id = ${from} returning project_id)
        insert into project_tag (project_id, tag_id) select project_id, ${into} from moved on conflict do nothing`
      return
    case 'role':
      await sql`
        with moved as (delete from member_role where role_id = ${from} returning member_id, position)
        insert into member_role (member_id, role_id, position) select member_id, ${into}, position from moved
        on conflict (member_id, role_id) do update set position = least(member_role.position, excluded.position)`
      await sql`
        with moved as (delete from project_wanted_role where role_id = ${from} returning project_id, count, position)
        insert into project_wanted_role (project_id, role_id, count, position) select project_id, ${into}, count, position from moved
        on conflict (project_id, role_id) do update
        set count = least(${MOST_WANTED}, project_wanted_role.count + excluded.count), position = least(project_wanted_role.position, excluded.position)`
      await sql`
        with moved as (delete from team_wanted_role where role_id = ${from} returning team_id, count, position)
        insert into team_wanted_role (team_id, role_id, count, position) select team_id, ${into}, count, position from moved
        on conflict (team_id, role_id) do update
        set count = least(${MOST_WANTED}, team_wanted_role.count + excluded.count), position = least(team_wanted_role.position, excluded.position)`
      await sql`
        with moved as (delete from person_joining_role where role_id = ${from} returning person_id, position)
        insert into person_joining_role (person_id, role_id, position) select person_id, ${into}, position from moved
        on conflict (person_id, role_id) do update set position = least(person_joining_role.position, excluded.position)`
      return
    case 'platform':
      await sql`update link set platform_id = ${into} where platform_id = ${from}`
      return
    case 'file-type':
      await sql`update file set file_type_id = ${into} where file_type_id = ${from}`
      return
    case 'reason':
      await sql`update request set reason_id = ${into} where reason_id = ${from}`
      await sql`update request_transition set reason_id = ${into} where reason_id = ${from}`
      await sql`update pending_decision set reason_id = ${into} where reason_id = ${from}`
      await sql`update round_mark set reason_id = ${into} where reason_id = ${from}`
  }
}

export async function orderTerms(sql: AnySql, kind: Exclude<Vocabulary, 'tag'>, ids: number[]): Promise<void> {
  await sql`
    update ${sql(tables[kind])} term set position = place - 1
    from unnest(${ids}::int[]) with ordinality as given (id, place) where term.id = given.id and term.position <> place - 1`
}
