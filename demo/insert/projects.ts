import { dateKeys, type ProjectValues } from '#contract/project/fields.ts'
import type { TransactionSql } from '#database/sql.ts'
import { demo, descriptionOf } from '#demo/data.ts'
import { type AllIds, calendarDay, type Ids, idOf, idsBy, instant, type Keyed, type World } from '#demo/world.ts'
import { noValues } from '#rules/project/draft.ts'
import { storedFields } from '#store/project/fields.ts'

// A project names the account of its curator only where the person has one: `curatorLogin`.

export async function insertProjects(sql: TransactionSql, world: World, people: Ids): Promise<Ids> {
  const tagIds = idsBy(await sql<Keyed[]>`insert into tag ${sql(demo.tags)} returning id, name as key`)
  const roles = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const rows = demo.projects.map((project) => {
    const published = project.publishedDaysAgo === null ? null : instant(world, -project.publishedDaysAgo)
    const dates = Object.fromEntries(dateKeys.map((key) => [key, calendarDay(world, project[key])]))
    const values = { ...noValues, ...project, ...dates, description: descriptionOf(project.slug) } as ProjectValues
    return {
      slug: project.slug,
      state: project.state,
      ...storedFields(values),
      curator_id: project.curatorLogin === undefined ? null : idOf(people, project.curatorLogin),
      published_at: published,
      created_at: instant(world, -(project.publishedDaysAgo ?? 0) - 3),
      updated_at: published ?? instant(world, -1),
    }
  })
  const projects = idsBy(await sql<Keyed[]>`insert into project ${sql(rows)} returning id, slug as key`)
  const tagged = demo.projects.flatMap(({ slug, tags }) =>
    tags.map((name) => ({ project_id: idOf(projects, slug), tag_id: idOf(tagIds, name) })),
  )
  const wanted = demo.projects.flatMap(({ slug, wantedRoles }) =>
    wantedRoles.map(({ role, count }, position) => ({ project_id: idOf(projects, slug), role_id: idOf(roles, role), count, position })),
  )
  const related = demo.projects.flatMap(({ slug, related: slugs }) =>
    slugs.map((other, position) => ({ project_id: idOf(projects, slug), related_id: idOf(projects, other), position })),
  )
  await sql`insert into project_tag ${sql(tagged)}`
  await sql`insert into project_wanted_role ${sql(wanted)}`
  await sql`insert into project_related ${sql(related)}`
  return projects
}

/** `team` null: added by a curator. */
export async function insertLinks(sql: TransactionSql, { projects, teams }: AllIds): Promise<void> {
  const platformIds = idsBy(await sql<Keyed[]>`select id, name as key from platform`)
  const rows = demo.links.map(({ project, team, platform, url }) => ({
    project_id: idOf(projects, project),
    team_id: team === null ? null : idOf(teams, team),
    platform_id: idOf(platformIds, platform),
    url,
  }))
  await sql`insert into link ${sql(rows)}`
}

/** The author of an answer is a curator, or answers for a team. */
export async function insertQuestions(sql: TransactionSql, world: World, ids: AllIds): Promise<void> {
  const rows = demo.questions.map(({ project, asker, text, day, answer, hidden }, index) => ({
    project_id: idOf(ids.projects, project),
    person_id: idOf(ids.people, asker),
    text,
    created_at: instant(world, day, 20 + index),
    answer: answer?.text ?? null,
    answer_role: answer ? (answer.team ? 'team' : 'curator') : null,
    answer_team_id: answer?.team ? idOf(ids.teams, answer.team) : null,
    answer_by: answer ? idOf(ids.people, answer.by) : null,
    answered_at: answer ? instant(world, answer.day, 80 + index) : null,
    hidden_at: hidden ? instant(world, hidden.day, 90 + index) : null,
    hidden_reason: hidden?.reason ?? null,
  }))
  await sql`insert into question ${sql(rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime()))}`
}
