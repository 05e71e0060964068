import { type ConsolePerson, type ListedPerson, type PersonSort, personSorts } from '#contract/console/person.ts'
import type { AnySql, PendingQuery, Row } from '#database/sql.ts'
import { type Direction, foldedText, fullName, fullNameOrLogin, instant, ordered, type SortColumns } from '#store/fragments.ts'

// People for the console. Deleted accounts are left out.

const listed = (sql: AnySql) => sql`
  p.id, p.login, p.email, p.group_name as "group", p.access, p.disabled_at is not null as "isDisabled",
  ${fullNameOrLogin(sql)} as name,
  exists (select 1 from auth.identity i where i.person_id = p.id) as "hasSignedIn",
  (select ${instant(sql, 'i.last_sign_in_at')} from auth.identity i where i.person_id = p.id order by i.last_sign_in_at desc limit 1) as "lastSignInAt",
  coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
    from member m join team t on t.id = m.team_id and t.disbanded_at is null where m.person_id = p.id), '[]') as teams`

export type PeopleFilter = {
  words: string[]
  access?: ListedPerson['access'] | 'staff'
  group?: string
  state?: 'active' | 'disabled' | 'never'
  ids?: number[] | null
  sort?: PersonSort
  order?: Direction
  limit: number
  offset: number
}

const signedInAt = (sql: AnySql) => sql`(select max(i.last_sign_in_at) from auth.identity i where i.person_id = p.id)`
const sorts: SortColumns<PersonSort> = {
  name: (sql) => sql`replace(lower(${fullName(sql)}), 'ё', 'е')`,
  email: (sql) => foldedText(sql, 'p.email'),
  access: (sql) => sql`array_position(array['administrator', 'curator', 'member'], p.access)`,
  teams: (sql) => sql`(select count(*) from member m join team t on t.id = m.team_id and t.disbanded_at is null where m.person_id = p.id)`,
  seen: signedInAt,
}

/** By surname unless sorted; every search word has to be in a name, the login or an email. Matches in names and login come before those in emails. */
export async function listConsolePeople(sql: AnySql, filter: PeopleFilter): Promise<{ people: ListedPerson[]; total: number }> {
  const { words, access, group, state, ids = null, sort, order, limit, offset } = filter
  const hasSignedIn = sql`exists (select 1 from auth.identity i where i.person_id = p.id)`
  const states = {
    active: sql`and p.disabled_at is null and ${hasSignedIn}`,
    disabled: sql`and p.disabled_at is not null`,
    never: sql`and p.disabled_at is null and not ${hasSignedIn}`,
  }
  const isMissing = (text: PendingQuery<Row[]>) =>
    sql`exists (select 1 from unnest(${words}::text[]) as word where position(word in replace(lower(${text}), 'ё', 'е')) = 0)`
  const names = sql`concat_ws(' ', p.surname, p.name, p.patronymic, p.login)`
  const matching = sql`
    from person p where p.deleted_at is null and not ${isMissing(sql`concat_ws(' ', ${names}, p.email, p.import_email)`)}
      and (${ids}::int[] is null or p.id = any(${ids}::int[]))
      ${access === undefined ? sql`` : access === 'staff' ? sql`and p.access <> 'member'` : sql`and p.access = ${access}`}
      ${group === undefined ? sql`` : sql`and lower(p.group_name) = lower(${group})`} ${state === undefined ? sql`` : states[state]}`
  const [people, [count]] = await Promise.all([
    sql<ListedPerson[]>`
      select ${listed(sql)} ${matching}
      order by ${sort === undefined ? isMissing(names) : ordered(sql, sorts[sort](sql), order ?? personSorts[sort])}, ${sorts.name(sql)}, p.id
      limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total ${matching}`,
  ])
  return { people, total: count!.total }
}

export async function findListedPeople(sql: AnySql, ids: number[]): Promise<ListedPerson[]> {
  return sql<ListedPerson[]>`select ${listed(sql)} from person p where p.id = any(${ids}::int[]) and p.deleted_at is null`
}

export async function findConsolePerson(sql: AnySql, id: number, now: Date): Promise<ConsolePerson | undefined> {
  const [[person], lookalikes] = await Promise.all([
    sql<Omit<ConsolePerson, 'lookalikes'>[]>`
      select ${listed(sql)}, p.import_email as "importEmail", p.phone, p.github_login as "githubLogin", ${instant(sql, 'p.created_at')} as "createdAt",
        coalesce((
          select json_agg(json_build_object('provider', i.provider, 'email', i.email, 'lastSignInAt', ${instant(sql, 'i.last_sign_in_at')})
            order by i.last_sign_in_at desc, i.id)
          from auth.identity i where i.person_id = p.id), '[]') as identities,
        coalesce((
          select json_agg(json_build_object('device', s.device, 'network', s.network, 'lastSeenAt', ${instant(sql, 's.last_seen_at')})
            order by s.last_seen_at desc, s.id)
          from auth.session s
          where s.person_id = p.id and s.revoked_at is null and least(s.idle_until, s.ends_at) > ${now}), '[]') as sessions,
        coalesce((
          select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
          from member m join team t on t.id = m.team_id and t.disbanded_at is null where m.person_id = p.id and m.is_administrator and p.disabled_at is null
            and exists (select 1 from member o left join person q on q.id = o.person_id
              where o.team_id = t.id and o.id <> m.id and q.deleted_at is null)
            and not exists (select 1 from member o join person q on q.id = o.person_id
              where o.team_id = t.id and o.is_administrator and o.id <> m.id and q.disabled_at is null)), '[]') as "onlyAdministratorOf"
      from person p where p.id = ${id} and p.deleted_at is null`,
    listLookalikes(sql, id),
  ])
  return person && { ...person, lookalikes }
}

const MAX_LOOKALIKES = 20

// The same surname and name without contradicting patronymics, or the same email or GitHub login.
async function listLookalikes(sql: AnySql, id: number): Promise<ListedPerson[]> {
  const key = (text: PendingQuery<Row[]>) => sql`replace(lower(btrim(${text})), 'ё', 'е')`
  return sql<ListedPerson[]>`
    select ${listed(sql)} from person me join person p on p.id <> me.id and p.deleted_at is null
    where me.id = ${id} and (
      (${key(sql`me.surname`)} = ${key(sql`p.surname`)} and ${key(sql`me.name`)} = ${key(sql`p.name`)} and me.surname <> '' and me.name <> ''
        and (me.patronymic = '' or p.patronymic = '' or ${key(sql`me.patronymic`)} = ${key(sql`p.patronymic`)}))
      or lower(p.email) in (lower(me.email), me.import_email) or p.import_email in (lower(me.email), me.import_email)
      or lower(p.github_login) = lower(me.github_login))
    order by p.id limit ${MAX_LOOKALIKES}`
}

export type LockedPerson = { id: number; name: string; access: ListedPerson['access']; isDisabled: boolean; otherAdministrators: number }

/**
 * Locks the person and all administrators: when two administrators revoke each other concurrently, the second is seen to be the last one.
 * Call `lockAdministrators` first.
 */
export async function lockPersonAndAdministrators(sql: AnySql, id: number): Promise<LockedPerson | undefined> {
  await sql`select id from person where id = ${id} or (access = 'administrator' and disabled_at is null) order by id for update`
  const [row] = await sql<LockedPerson[]>`
    select p.id, p.access, p.disabled_at is not null as "isDisabled",
      ${fullNameOrLogin(sql)} as name,
      (select count(*)::int from person o where o.access = 'administrator' and o.disabled_at is null and o.id <> p.id) as "otherAdministrators"
    from person p where p.id = ${id} and p.deleted_at is null`
  return row
}

export async function setPersonDisabled(sql: AnySql, id: number, isDisabled: boolean, now: Date): Promise<void> {
  await sql`update person set disabled_at = ${isDisabled ? now : null}, updated_at = ${now} where id = ${id}`
}

/** Sign-ins in progress have to start again. */
export async function removeCodesOf(sql: AnySql, id: number): Promise<void> {
  await sql`delete from auth.code where person_id = ${id} and consumed_at is null`
}
