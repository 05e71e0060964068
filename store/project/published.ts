import { type ProjectValues, projectKeys } from '#contract/project/fields.ts'
import type { File } from '#contract/project.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { selectionOf } from '#database/sql/selection.ts'
import type { AnySql } from '#database/sql.ts'
import { filesOfProject, linksOfProject, wantedRolesOfProject } from '#store/fragments.ts'
import { coverOfProject, type StoredCover } from './cover.ts'
import { selectedFields } from './fields.ts'

export type StoredFile = Omit<File, 'type' | 'url'> & { kind: 'description' | 'result' }

// A published project for the catalog: one row with all public data.
export type PublishedProject = ProjectValues & {
  id: number
  slug: string
  publishedAt: Date
  updatedAt: Date
  tags: number[]
  teams: number[]
  teamsWorking: number
  requestCount: number
  related: number[]
  formerSlugs: string[]
  links: { id: number; platform: string; link: string }[]
  wantedRoles: WantedRole[]
  files: StoredFile[]
  cover: StoredCover | null
  round: string | null // slug, once it is announced
}

// All, or those with the given ids; in batches, to limit memory.
export function listPublishedProjects(sql: AnySql, ids: number[] | null = null): AsyncIterable<PublishedProject[]> {
  const selection = selectionOf<PublishedProject>(sql, {
    id: sql`project.id`,
    slug: sql`project.slug`,
    ...selectedFields(sql, projectKeys),
    publishedAt: sql`project.published_at`,
    updatedAt: sql`project.updated_at`,
    tags: sql`array(select tag_id from project_tag t where t.project_id = project.id order by tag_id)`,
    teams: sql`array(
      select team_id from assignment a where a.project_id = project.id and a.outcome is distinct from 'left' group by team_id order by min(a.id))`,
    teamsWorking: sql`(select count(*)::int from assignment a where a.project_id = project.id and a.ended_at is null)`,
    requestCount: sql`(select count(*)::int from request r where r.project_id = project.id and r.status = 'submitted')`,
    related: sql`array(select related_id from project_related r where r.project_id = project.id order by r.position, related_id)`,
    formerSlugs: sql`array(select slug from former_slug f where f.project_id = project.id order by since, slug)`,
    links: linksOfProject(sql),
    wantedRoles: wantedRolesOfProject(sql),
    files: filesOfProject(sql),
    cover: coverOfProject(sql),
    round: sql`(select o.slug from round o where o.id = project.round_id and o.announced_at is not null)`,
  })
  return sql<PublishedProject[]>`
    select ${selection}
    from project
    where project.state = 'published' ${ids === null ? sql`` : sql`and project.id = any(${ids}::int[])`}
    order by project.id`.cursor(500)
}

// Projects that use one of these terms.
export async function listIdsOfProjectsWithTerms(
  sql: AnySql,
  terms: { tags: number[]; roles: number[]; platforms: number[]; fileTypes: number[] },
): Promise<number[]> {
  const rows = await sql`
    select project_id as id from project_tag where tag_id = any(${terms.tags}::int[])
    union select project_id from project_wanted_role where role_id = any(${terms.roles}::int[])
    union select project_id from link where platform_id = any(${terms.platforms}::int[])
    union select project_id from file where file_type_id = any(${terms.fileTypes}::int[]) and project_id is not null`
  return rows.map((row) => row.id)
}
