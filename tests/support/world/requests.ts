import type { Sql } from '#database/sql.ts'

// Test data for tests about applications.

export const dayFromNow = (days: number, now = Date.now()): string => new Date(now + days * 86_400_000).toISOString().slice(0, 10)

export async function personOf(sql: Sql, login: string): Promise<number> {
  return (await sql`select id from person where login = ${login}`)[0]!.id
}

/** A login that ends with * becomes an administrator of the team. Names may repeat, as in an upgraded directory. */
export async function addTeam(sql: Sql, name: string, ...logins: string[]): Promise<number> {
  const [team] = await sql`
    insert into team (name, has_shared_name)
    select ${name}::text, exists (select 1 from team where team_name_key(name) = team_name_key(${name}) and disbanded_at is null) returning id`
  for (const login of logins)
    await sql`insert into member (team_id, person_id, name, is_administrator)
      select ${team!.id}, id, login, ${login.endsWith('*')} from person where login = ${login.replace('*', '')}`
  return team!.id
}

type ProjectData = {
  name?: string
  state?: string
  teamLimit?: number | null
  enrollmentStart?: string | null
  enrollmentEnd?: string | null
  dateStart?: string | null
  dateEnd?: string | null
}

/** Enrollment is open from yesterday for ten days, unless given otherwise. */
export async function addProject(sql: Sql, slug: string, data: ProjectData = {}): Promise<number> {
  const row = {
    slug,
    name: data.name ?? `Project ${slug}`,
    state: data.state ?? 'published',
    published_at: new Date(Date.now() - 5 * 86_400_000),
    team_limit: data.teamLimit === undefined ? 2 : data.teamLimit,
    enrollment_start: data.enrollmentStart === undefined ? dayFromNow(-1) : data.enrollmentStart,
    enrollment_end: data.enrollmentEnd === undefined ? dayFromNow(10) : data.enrollmentEnd,
    date_start: data.dateStart ?? null,
    date_end: data.dateEnd ?? null,
  }
  return (await sql`insert into project ${sql(row)} returning id`)[0]!.id
}

export const historyOf = (sql: Sql, request: number) =>
  sql<{ from: string | null; to: string; actor: number; reason: number | null; comment: string | null }[]>`
    select from_status as from, to_status as to, actor_id as actor, reason_id as reason, comment
    from request_transition where request_id = ${request} order by id`.then((rows) => rows.map((row) => ({ ...row })))

export const mailAbout = (sql: Sql, request: number) =>
  sql<{ kind: string; login: string; data: object }[]>`
    select o.kind, p.login, o.data from outbox o join person p on p.id = o.person_id
    where (o.data->>'request')::int = ${request} order by o.id`.then((rows) => rows.map((row) => ({ ...row })))
