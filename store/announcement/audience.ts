import type { Audience } from '#contract/console/announcement.ts'
import type { AnySql } from '#database/sql.ts'

// Who gets an announcement: people with an active account, each once.

/** A filtered list is stored with the ids of its rows at that time. */
export type StoredAudience = Audience & { ids?: number[] }

const ofTeams = (sql: AnySql, { kind, project, round = '', ids = [] }: StoredAudience, today: string) => {
  const working = sql`from assignment a join project w on w.id = a.project_id where a.team_id = m.team_id and a.ended_at is null`
  switch (kind) {
    case 'free-teams': // as the list of teams counts them: free again when the project has ended
      return sql`not exists (select 1 ${working} and coalesce(w.date_end >= ${today}::date, true))`
    case 'project-teams':
      return sql`exists (select 1 ${working} and w.id = project_at(${project ?? null}))`
    case 'applicants': // also while a decision is pending: members do not know of it yet
      return sql`exists (select 1 from request r where r.team_id = m.team_id and r.project_id = project_at(${project ?? null}) and r.status = 'submitted')`
    case 'round-teams':
      return sql`exists (select 1 from request r join round o on o.id = r.round_id where r.team_id = m.team_id and o.slug = ${round} and r.rank is not null)`
    case 'round-placed':
      return sql`exists (select 1 ${resultOf(sql, round)} and ${hasPlace(sql)})`
    case 'round-unplaced':
      return sql`exists (select 1 ${resultOf(sql, round)} and not ${hasPlace(sql)})`
    case 'team-list':
      return sql`m.team_id = any(${ids}::int[])`
    default:
      return sql`true`
  }
}

const resultOf = (sql: AnySql, round: string) => sql`
  from round_result s join round o on o.id = s.round_id where s.team_id = m.team_id and o.slug = ${round} and o.published_at is not null`
// By the results, or by an offer since then.
const hasPlace = (sql: AnySql) => sql`(s.project_id is not null
  or exists (select 1 from request r where r.round_id = s.round_id and r.team_id = s.team_id and r.status = 'approved'))`

/** The condition on person p. */
export const isRecipient = (sql: AnySql, audience: StoredAudience, today: string) => sql`
  p.deleted_at is null and p.disabled_at is null and ${
    audience.kind === 'person-list'
      ? sql`p.id = any(${audience.ids ?? []}::int[])`
      : sql`p.id in (select m.person_id from member m join team t on t.id = m.team_id and t.disbanded_at is null where ${ofTeams(sql, audience, today)})`
  }`

/** Whether person p, with the settings n, wants announcements. */
export const wantsAnnouncements = (sql: AnySql) => sql`coalesce(n.choices ->> 'announcements', '') <> 'off'`

export type RecipientCounts = { emails: number; optedOut: number; withoutAddress: number }

export async function countRecipients(sql: AnySql, audience: StoredAudience, today: string): Promise<RecipientCounts> {
  const [row] = await sql<RecipientCounts[]>`
    select count(*) filter (where p.email is not null and ${wantsAnnouncements(sql)})::int as emails,
      count(*) filter (where p.email is not null and not ${wantsAnnouncements(sql)})::int as "optedOut",
      count(*) filter (where p.email is null)::int as "withoutAddress"
    from person p left join notification n on n.person_id = p.id where ${isRecipient(sql, audience, today)}`
  return row!
}

export async function findRoundOfAudience(sql: AnySql, slug: string): Promise<{ name: string; isPublished: boolean } | undefined> {
  const [row] = await sql<{ name: string; isPublished: boolean }[]>`
    select name, published_at is not null as "isPublished" from round where slug = ${slug}`
  return row
}

export async function hasProject(sql: AnySql, slug: string): Promise<boolean> {
  const rows = await sql`select 1 from project where id = project_at(${slug})`
  return rows.length > 0
}
