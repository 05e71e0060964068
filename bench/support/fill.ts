import type { Sql } from '#database/sql.ts'
import { writeDay } from '#rules/time/day.ts'
import { type GeneratedProject, generateWorld, worldTags } from '#tests/support/world/world.ts'

const BATCH = 1000

// Inserts a generated data set directly into the tables, without triggers: no process polls the change feed yet.
export async function fill(sql: Sql, count: number, today: number): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`set local session_replication_role = replica`
    const tags = await sql<{ id: number; name: string }[]>`insert into tag ${sql(worldTags.map((name) => ({ name })))} returning id, name`
    const tagId = new Map(tags.map(({ id, name }) => [name, id]))
    let id = 0
    for (const batch of batches(generateWorld(count))) {
      const first = id + 1
      await sql`insert into project ${sql(batch.map((project) => rowOf(project, ++id, today)))}`
      const links = batch.flatMap((project, i) =>
        [...new Set(project.tags)].map((tag) => ({ project_id: first + i, tag_id: tagId.get(tag)! })),
      )
      await sql`insert into project_tag ${sql(links)}`
    }
    await sql`select setval(pg_get_serial_sequence('project', 'id'), ${id})`
    const teams = Math.max(1, Math.floor(count / 4))
    await sql`insert into team (name) select 'Team ' || n from generate_series(1, ${teams}) as n`
    await sql`insert into assignment (team_id, project_id) select n, n * 4 from generate_series(1, ${teams}) as n where n * 4 <= ${count}`
  })
  await sql`analyze`
}

export async function fillPeople(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`set local session_replication_role = replica`
    await sql`insert into person (login, name, surname) select 'person-' || n, 'Name ' || n, 'Surname ' || n from generate_series(1, ${count}) as n`
  })
  await sql`analyze person`
}

/** Three teams for each person, and applications, of which one in ten waits for a decision. */
export async function fillMembers(sql: Sql, people: number, projects: number): Promise<void> {
  const teams = Math.max(1, Math.floor(projects / 4))
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`set local session_replication_role = replica`
    await sql`
      insert into member (team_id, person_id, name) select distinct 1 + (p.id * 7 + n * 1009) % ${teams}, p.id, p.name
      from person p cross join generate_series(1, 3) as n`
    await sql`
      insert into request (team_id, project_id, status, decided_at)
      select 1 + n % ${teams}, 1 + (n * 31) % ${projects}, case when n % 10 = 0 then 'submitted' else 'withdrawn' end, case when n % 10 > 0 then now() end
      from generate_series(1, ${Math.floor(people / 2)}) as n`
  })
  await sql`analyze`
}

function* batches(world: Iterable<GeneratedProject>): Generator<GeneratedProject[]> {
  let batch: GeneratedProject[] = []
  for (const project of world) {
    batch.push(project)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const dayFrom = (today: number, offset: number | null): string | null => (offset === null ? null : writeDay(today + offset))

const rowOf = (project: GeneratedProject, id: number, today: number) => ({
  id,
  slug: project.slug,
  state: 'published',
  name: project.name,
  short_description: project.shortDescription,
  description: project.description,
  client: project.client,
  developer_requirements: project.developerRequirements,
  project_requirements: project.projectRequirements,
  date_start: dayFrom(today, project.dateStart),
  date_end: dayFrom(today, project.dateEnd),
  enrollment_start: dayFrom(today, project.enrollmentStart),
  enrollment_end: dayFrom(today, project.enrollmentEnd),
  team_limit: project.teamLimit,
  published_at: new Date((today - 400 + (id % 400)) * 86_400_000),
})
