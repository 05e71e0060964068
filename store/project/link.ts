import type { Link } from '#contract/project.ts'
import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'

const RETENTION_DAYS = 30

export type ProjectToLink = {
  id: number
  name: string
  teamsWorking: number
  ownTeam: number | null // a team working on it that the caller administers
  linkCount: number
  same: Link | null // the existing link with this URL
}

// Locked first, so that concurrent inserts cannot exceed the limit; see store/team/member.ts for why there are two statements.
export async function findProjectToLink(
  sql: AnySql,
  { slug, url, personId }: { slug: string; url: string | null; personId: number },
): Promise<ProjectToLink | undefined> {
  const [, [row]] = await Promise.all([
    lockRows(sql, { project: sql`select id from project where id = project_at(${slug}) and state = 'published'` }),
    sql<ProjectToLink[]>`
      select p.id, p.name,
        (select count(*)::int from assignment a where a.project_id = p.id and a.ended_at is null) as "teamsWorking",
        ${teamWorkingWith(sql, personId)} as "ownTeam",
        (select count(*)::int from link l where l.project_id = p.id) as "linkCount",
        (select json_build_object('id', l.id, 'platform', f.name, 'link', l.url)
          from link l join platform f on f.id = l.platform_id where l.project_id = p.id and l.url = ${url}) as same
      from project p where p.id = project_at(${slug}) and p.state = 'published'`,
  ])
  return row
}

const teamWorkingWith = (sql: AnySql, personId: number) => sql`(
  select a.team_id from assignment a join member m on m.team_id = a.team_id
  where a.project_id = p.id and a.ended_at is null and m.person_id = ${personId} and m.is_administrator
  order by a.id limit 1)`

export type NewLink = { projectId: number; teamId: number; platformId: number; url: string; now: Date }

export async function insertLink(sql: AnySql, { projectId, teamId, platformId, url, now }: NewLink): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into link (project_id, team_id, platform_id, url, created_at) values (${projectId}, ${teamId}, ${platformId}, ${url}, ${now})
    returning id`
  return row!.id
}

export type LinkToRemove = { projectName: string; isPublished: boolean; ownTeam: number | null; link: Link | null }

/** A link, also one that was removed within the last 30 days (then `link` is null). */
export async function findLinkToRemove(sql: AnySql, linkId: number, personId: number, now: Date): Promise<LinkToRemove | undefined> {
  const [, [row]] = await Promise.all([
    sql`select id from link where id = ${linkId} for update`,
    sql<LinkToRemove[]>`
      select p.name as "projectName", p.state = 'published' as "isPublished", ${teamWorkingWith(sql, personId)} as "ownTeam",
        (select json_build_object('id', l.id, 'platform', f.name, 'link', l.url)
          from link l join platform f on f.id = l.platform_id where l.id = ${linkId}) as link
      from project p
      where p.id = coalesce(
        (select project_id from link where id = ${linkId}),
        (select project_id from removed_link where id = ${linkId} and removed_at > ${daysBefore(now)}))`,
  ])
  return row
}

export async function removeLink(sql: AnySql, linkId: number, now: Date): Promise<void> {
  await sql`
    with gone as (delete from link where id = ${linkId} returning id, project_id),
      old as (delete from removed_link where removed_at <= ${daysBefore(now)})
    insert into removed_link (id, project_id, removed_at) select id, project_id, ${now} from gone`
}

const daysBefore = (now: Date): Date => new Date(now.getTime() - RETENTION_DAYS * 86_400_000)
