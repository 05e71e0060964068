import { type ProjectKey, publicListKeys } from '#contract/project/fields.ts'
import { jsonOf } from '#database/sql/selection.ts'
import type { AnySql } from '#database/sql.ts'
import { filesOfRequest, instant, isDisbanding, linksOfProject, presentMembers, wantedRolesOfProject } from '#store/fragments.ts'
import { coverOfProject } from '#store/project/cover.ts'
import { selectedFields } from '#store/project/fields.ts'
import type { PublishedProject } from '#store/project/published.ts'
import { type RoundToApply, roundToApplyJson, type StoredRequest } from '#store/request/lock.ts'

// The living teams of a person with their current and former projects and all requests, also those of ended and archived projects.

export type ListedProject = Omit<PublishedProject, PrivateKey | 'requestCount' | 'related' | 'formerSlugs' | 'files'> & {
  isPublished: boolean
  announcedRound: RoundToApply | null
}
type PrivateKey = Exclude<ProjectKey, (typeof publicListKeys)[number]>

export type RequestOfTeam = StoredRequest & { projectId: number; roundId: number | null }

export type WorkOfTeam = { team: number; projectId: number; since: string; outcome: 'finished' | 'left' | null }

export type StoredMemberships = {
  teams: { id: number; isAdministrator: boolean; size: number; isDisbanding: boolean }[]
  work: WorkOfTeam[]
  requests: RequestOfTeam[]
  projects: ListedProject[]
}

type Part = { slug?: string | null; team?: number }

/** With a slug, that project is included even when it is unrelated to the person's teams. With a team, nothing of the others is. */
export async function findMemberships(sql: AnySql, personId: number, { slug = null, team }: Part = {}): Promise<StoredMemberships> {
  const isMine = sql`m.person_id = ${personId} ${team === undefined ? sql`` : sql`and m.team_id = ${team}`}`
  const project = jsonOf<ListedProject>(sql, {
    id: sql`project.id`,
    slug: sql`project.slug`,
    ...selectedFields(sql, publicListKeys),
    isPublished: sql`project.state = 'published'`,
    publishedAt: instant(sql, 'project.shown_since'),
    updatedAt: instant(sql, 'project.updated_at'),
    tags: sql`array(select tag_id from project_tag t where t.project_id = project.id order by tag_id)`,
    teams: sql`array(
      select team_id from assignment a where a.project_id = project.id and a.outcome is distinct from 'left' group by team_id order by min(a.id))`,
    teamsWorking: sql`(select count(*) from assignment a where a.project_id = project.id and a.ended_at is null)`,
    cover: sql`case when project.state = 'published' then ${coverOfProject(sql)} end`,
    round: sql`(select o.slug from round o where o.id = project.round_id and o.announced_at is not null)`,
    announcedRound: sql`(select ${roundToApplyJson(sql)} from round o where o.id = project.round_id and o.announced_at is not null)`,
    links: linksOfProject(sql),
    wantedRoles: wantedRolesOfProject(sql),
  })
  const [row] = await sql<StoredMemberships[]>`
    with mine as (
      select m.team_id, m.is_administrator, (select count(*) ${presentMembers(sql)}) as size, ${isDisbanding(sql)} as is_disbanding
      from member m join team t on t.id = m.team_id and t.disbanded_at is null where ${isMine}
    ), work as (
      -- also what a disbanded team has finished
      select distinct on (a.team_id, a.project_id) a.team_id, a.project_id, a.assigned_at, a.outcome
      from assignment a join member m on m.team_id = a.team_id and ${isMine}
      where a.team_id in (select team_id from mine) or a.outcome = 'finished' order by a.team_id, a.project_id, a.ended_at is not null, a.assigned_at desc
    ), applied as (
      select r.* from request r join mine using (team_id)
    ), listed as (
      select p.id from project p where p.id in (select project_id from work)
      union select p.id from project p where p.state <> 'draft' and p.id in (select project_id from applied)
      union select p.id from project p where p.state = 'published' and p.id = project_at(${slug})
    )
    select
      coalesce((select json_agg(json_build_object('id', team_id, 'isAdministrator', is_administrator, 'size', size, 'isDisbanding', is_disbanding) order by team_id) from mine), '[]') as teams,
      coalesce((
        select json_agg(json_build_object('team', team_id, 'projectId', project_id, 'since', ${instant(sql, 'assigned_at')}, 'outcome', outcome)
          order by assigned_at, team_id) from work), '[]') as work,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'team', r.team_id, 'project', p.slug, 'projectId', r.project_id, 'status', r.status,
          'message', r.message, 'comment', r.comment, 'createdAt', ${instant(sql, 'r.created_at')}, 'updatedAt', ${instant(sql, 'r.updated_at')},
          'decidedAt', ${instant(sql, 'r.decided_at')},
          'reason', case when y.id is null then null else json_build_object('id', y.id, 'en', y.text_en, 'ru', y.text_ru) end,
          'round', (select o.slug from round o where o.id = r.round_id), 'roundId', r.round_id, 'rank', r.rank,
          'files', ${filesOfRequest(sql)}) order by r.created_at desc, r.id desc)
        from applied r join project p on p.id = r.project_id left join refusal_reason y on y.id = r.reason_id), '[]') as requests,
      coalesce((
        select json_agg(${project} order by project.id)
        from (select *, coalesce(published_at, created_at) as shown_since from project where id in (select id from listed)) as project), '[]') as projects`
  const memberships = row!
  for (const project of memberships.projects) {
    project.publishedAt = new Date(project.publishedAt)
    project.updatedAt = new Date(project.updatedAt)
  }
  return memberships
}
