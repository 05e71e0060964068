import type { TransactionSql } from '#database/sql.ts'
import { demoLinks } from './links.ts'
import { demoProjects } from './projects.ts'
import { demoTags } from './tags.ts'
import { demoWantedRoles } from './wanted-roles.ts'
import { calendarDay, type Ids, idOf, idsBy, instant, type Keyed, type World } from './world.ts'

export async function insertProjects(sql: TransactionSql, world: World): Promise<Ids> {
  const tags = idsBy(await sql<Keyed[]>`insert into tag ${sql(demoTags)} returning id, name as key`)
  const rows = demoProjects.map((project) => {
    const published = project.publishedDaysAgo === null ? null : instant(world, -project.publishedDaysAgo)
    return {
      slug: project.slug,
      state: project.state,
      name: project.name,
      short_description: project.shortDescription,
      description: project.description,
      date_start: calendarDay(world, project.dateStart),
      date_end: calendarDay(world, project.dateEnd),
      enrollment_start: calendarDay(world, project.enrollmentStart),
      enrollment_end: calendarDay(world, project.enrollmentEnd),
      curator: project.curator,
      client: project.client,
      client_contact: project.clientContact,
      team_limit: project.teamLimit,
      team_may_change_cover: project.teamMayChangeCover ?? false,
      developer_requirements: project.developerRequirements,
      project_requirements: project.projectRequirements,
      published_at: published,
      created_at: instant(world, -(project.publishedDaysAgo ?? 0) - 3),
      updated_at: published ?? instant(world, -1),
    }
  })
  const projects = idsBy(await sql<Keyed[]>`insert into project ${sql(rows)} returning id, slug as key`)
  const tagged = demoProjects.flatMap(({ slug, tags: names }) =>
    names.map((name) => ({ project_id: idOf(projects, slug), tag_id: idOf(tags, name) })),
  )
  const roles = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const wanted = Object.entries(demoWantedRoles).flatMap(([slug, list]) =>
    list.map(([role, count], position) => ({ project_id: idOf(projects, slug), role_id: idOf(roles, role), count, position })),
  )
  const related = demoProjects.flatMap(({ slug, related: slugs }) =>
    slugs.map((other, position) => ({ project_id: idOf(projects, slug), related_id: idOf(projects, other), position })),
  )
  await sql`insert into project_tag ${sql(tagged)}`
  await sql`insert into project_wanted_role ${sql(wanted)}`
  await sql`insert into project_related ${sql(related)}`
  return projects
}

export async function insertLinks(sql: TransactionSql, ids: { projects: Ids; teams: Ids }): Promise<void> {
  const platformIds = idsBy(await sql<Keyed[]>`select id, name as key from platform`)
  const rows = demoLinks.map(({ project, team, platform, url }) => ({
    project_id: idOf(ids.projects, project),
    team_id: team === null ? null : idOf(ids.teams, team),
    platform_id: idOf(platformIds, platform),
    url,
  }))
  await sql`insert into link ${sql(rows)}`
}
