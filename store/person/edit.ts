import type { PersonData } from '#contract/console/person-edit.ts'
import type { AnySql, PendingQuery, Row } from '#database/sql.ts'
import { fullNameOrLogin } from '#store/fragments.ts'
import type { Names } from './account.ts'

// Names, email and group of a person, as curators edit them.

export type StoredPersonData = Omit<PersonData, 'isEditable'> & { fullName: string }

export async function findPersonData(sql: AnySql, id: number): Promise<StoredPersonData | undefined> {
  const [row] = await sql<StoredPersonData[]>`
    select p.id, p.login, p.name, p.surname, p.patronymic, p.group_name as "group", p.access, p.disabled_at is not null as "isDisabled",
      ${fullNameOrLogin(sql)} as "fullName",
      exists (select 1 from auth.identity i where i.person_id = p.id) as "hasSignedIn",
      -- until the first sign-in the invited address counts, which may differ from the contact address
      case when exists (select 1 from auth.identity i where i.person_id = p.id) then p.email else coalesce(p.import_email, p.email) end as email,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
        from member m join team t on t.id = m.team_id and t.disbanded_at is null where m.person_id = p.id), '[]') as teams
    from person p where p.id = ${id} and p.deleted_at is null`
  return row
}

/** Row lock until the transaction ends, as a statement of its own: the query behind it reads after the lock is granted. */
export async function lockPersonData(sql: AnySql, id: number): Promise<StoredPersonData | undefined> {
  const [, person] = await Promise.all([sql`select id from person where id = ${id} for update`.execute(), findPersonData(sql, id)])
  return person
}

const EMAILS = 7_305_822 // advisory lock id, arbitrary

/** Take this lock before giving an email to a person, so that two people cannot get the same one concurrently. */
export async function lockEmails(sql: AnySql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${EMAILS})`
}

export type OtherPerson = { id: number; name: string; login: string; group: string | null }

const other = (sql: AnySql) => sql`p.id, ${fullNameOrLogin(sql)} as name, p.login, p.group_name as "group"`

/** Another person with this email in lower case, invited or as the contact address. */
export async function findPersonWithEmail(sql: AnySql, email: string, exceptId: number | null): Promise<OtherPerson | undefined> {
  const [row] = await sql<OtherPerson[]>`
    select ${other(sql)} from person p
    where (p.import_email = ${email} or lower(p.email) = ${email}) and p.deleted_at is null and p.id is distinct from ${exceptId}
    order by p.id limit 1`
  return row
}

const MOST_SIMILAR = 5

/** People with the same name and surname in any order and case, ё as е; a different patronymic makes a different person. */
export async function listPeopleNamedLike(sql: AnySql, { name, surname, patronymic }: Names): Promise<OtherPerson[]> {
  const folded = (text: PendingQuery<Row[]>) => sql`replace(lower(${text}), 'ё', 'е')`
  const words = (text: PendingQuery<Row[]>) =>
    sql`(select string_agg(word, ' ' order by word) from regexp_split_to_table(${folded(text)}, '\\s+') as word where word <> '')`
  return sql<OtherPerson[]>`
    select ${other(sql)} from person p
    where p.deleted_at is null and ${words(sql`concat_ws(' ', p.surname, p.name)`)} = ${words(sql`${`${surname} ${name}`}::text`)}
      and (p.patronymic = '' or ${patronymic} = '' or ${folded(sql`p.patronymic`)} = ${folded(sql`${patronymic}::text`)})
    order by p.id limit ${MOST_SIMILAR}`
}

export type InvitedPerson = Names & { login: string; email: string; group: string }

/** Undefined when the login is taken. */
export async function insertInvitedPerson(sql: AnySql, person: InvitedPerson, at: Date): Promise<number | undefined> {
  const { login, name, surname, patronymic, email, group } = person
  const [row] = await sql<{ id: number }[]>`
    insert into person (login, name, surname, patronymic, email, import_email, group_name, created_at, updated_at)
    select ${login}, ${name}, ${surname}, ${patronymic}, ${email}, ${email}, nullif(${group}, ''), ${at}, ${at}
    where not exists (select 1 from person where login = ${login}) -- a conflict alone would use up an id
    on conflict (login) do nothing returning id`
  return row?.id
}

export type PersonChange = Names & { email: string | null; group: string }

/** An email is given only to people who have not signed in yet: it is the address their first sign-in is recognised by. */
export async function updatePersonData(sql: AnySql, id: number, change: PersonChange, at: Date): Promise<void> {
  const { name, surname, patronymic, email, group } = change
  await sql`
    update person set name = ${name}, surname = ${surname}, patronymic = ${patronymic}, group_name = nullif(${group}, ''),
      email = coalesce(${email}, email), import_email = coalesce(${email}, import_email), updated_at = ${at}
    where id = ${id}`
}
