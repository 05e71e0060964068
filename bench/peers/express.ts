import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Peer } from './peer.ts'
import { inBatches } from './rows.ts'

const program = fileURLToPath(new URL('express-program.mjs', import.meta.url))

export const express: Peer = {
  name: 'Express + SQL',
  packages: { express: '5.3.0', pg: '8.23.1' },
  write(folder, { host, port, user, database }, ownPort) {
    copyFileSync(program, join(folder, 'program.mjs'))
    const env = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PORT: String(ownPort), NODE_ENV: 'production' }
    return { args: ['program.mjs'], env }
  },
  readyPath: '/projects',
  async createTables(sql) {
    await sql.unsafe(`
      create table tag (id integer primary key, name text not null unique);
      create table project (
        id integer primary key, slug text not null unique, name text not null, short_description text, description text, client text,
        developer_requirements text[], project_requirements text[], date_start date, date_end date, enrollment_start date,
        enrollment_end date, team_limit integer,
        words tsvector generated always as (
          to_tsvector('simple', name || ' ' || coalesce(short_description, '') || ' ' || coalesce(description, ''))
        ) stored
      );
      create table project_tag (project_id integer not null references project, tag_id integer not null references tag, primary key (project_id, tag_id));
      create index on project_tag (tag_id, project_id);
      create index on project (date_start desc nulls last, name, id);
      create index on project (enrollment_start, enrollment_end);
      create index on project using gin (words);`)
  },
  async fill(sql, { tags, projects }) {
    await sql`insert into tag ${sql(tags.map((name, i) => ({ id: i + 1, name })))}`
    for (const batch of inBatches(projects)) {
      await sql`insert into project ${sql(
        batch.map((one) => ({
          id: one.id,
          slug: one.slug,
          name: one.name,
          short_description: one.shortDescription,
          description: one.description,
          client: one.client,
          developer_requirements: one.developerRequirements,
          project_requirements: one.projectRequirements,
          date_start: one.dateStart,
          date_end: one.dateEnd,
          enrollment_start: one.enrollmentStart,
          enrollment_end: one.enrollmentEnd,
          team_limit: one.teamLimit,
        })),
      )}`
      await sql`insert into project_tag ${sql(batch.flatMap(({ id, tagIds }) => tagIds.map((tag_id) => ({ project_id: id, tag_id }))))}`
    }
  },
  paths: {
    list: (page) => `/projects?page=${page}`,
    detail: (slug) => `/projects/${slug}`,
    filter: (tag, page, today) => `/projects/open?tag=${tag}&today=${today}&page=${page}`,
    search: (words) => `/projects/search?text=${encodeURIComponent(words.join(' '))}`,
  },
  read: (body) => {
    const { total, projects } = body as { total: number; projects: { slug: string }[] }
    return { total, slugs: projects.map(({ slug }) => slug) }
  },
}
