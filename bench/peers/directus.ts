import { PAGE, type Peer } from './peer.ts'
import { inBatches } from './rows.ts'

const TOKEN = 'only-for-this-benchmark'

const fields = 'id,slug,name,short_description,date_start,date_end,enrollment_start,enrollment_end,client,team_limit,tags.tag_id'
const listOf = (page: number): string => `fields=${fields}&sort=-date_start,name,id&limit=${PAGE}&page=${page}&meta=filter_count`

async function send(origin: string, method: 'POST' | 'PATCH', path: string, body: object): Promise<{ data: { id: string } }> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Directus: ${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? { data: { id: '' } } : ((await response.json()) as { data: { id: string } })
}

const hasWord = (word: string, i: number): string =>
  ['name', 'short_description', 'description']
    .map((field, j) => `filter[_and][${i}][_or][${j}][${field}][_icontains]=${encodeURIComponent(word)}`)
    .join('&')

const isOpen = (today: string): string =>
  [
    'filter[_and][0][_or][0][enrollment_start][_null]=true',
    `filter[_and][0][_or][1][enrollment_start][_lte]=${today}`,
    'filter[_and][1][_or][0][enrollment_end][_null]=true',
    `filter[_and][1][_or][1][enrollment_end][_gte]=${today}`,
  ].join('&')

export const directus: Peer = {
  name: 'Directus',
  packages: { directus: '12.4.0', pg: '8.23.1' },
  without: ['isolated-vm'], // runs scripts of its flows
  write: (_folder, { host, port, user, database }, ownPort) => ({
    before: ['node_modules/directus/cli.js', 'bootstrap'],
    args: ['node_modules/directus/cli.js', 'start'],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(ownPort),
      KEY: TOKEN,
      SECRET: TOKEN,
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: TOKEN,
      ADMIN_TOKEN: TOKEN,
      DB_CLIENT: 'pg',
      DB_HOST: host,
      DB_PORT: String(port),
      DB_USER: user,
      DB_DATABASE: database,
      DB_PASSWORD: 'none',
      LOG_LEVEL: 'error',
      TELEMETRY: 'false',
      PUBLIC_URL: `http://127.0.0.1:${ownPort}`,
    },
  }),
  readyPath: '/server/ping',
  async createTables(sql) {
    await sql.unsafe(`
      create table tag (id integer primary key, name text not null unique);
      create table project (
        id integer primary key, slug text not null unique, name text not null, short_description text, description text, client text,
        developer_requirements json, project_requirements json, date_start date, date_end date, enrollment_start date,
        enrollment_end date, team_limit integer
      );
      create table project_tag (
        id integer generated always as identity primary key,
        project_id integer not null references project, tag_id integer not null references tag
      );
      create index on project_tag (tag_id, project_id);
      create index on project_tag (project_id, tag_id);
      create index on project (date_start desc nulls last, name, id);`)
  },
  async prepare(origin) {
    for (const collection of ['tag', 'project', 'project_tag']) await send(origin, 'PATCH', `/collections/${collection}`, { meta: {} })
    await send(origin, 'POST', '/fields/project', { field: 'tags', type: 'alias', meta: { special: ['m2m'], interface: 'list-m2m' } })
    await send(origin, 'PATCH', '/relations/project_tag/project_id', { meta: { one_field: 'tags', junction_field: 'tag_id' } })
    await send(origin, 'PATCH', '/relations/project_tag/tag_id', { meta: { junction_field: 'project_id' } })
    // Guests may read the three collections.
    const policies = await fetch(`${origin}/policies?fields=id,name`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const { data } = (await policies.json()) as { data: { id: string; name: string }[] }
    const guests = data.find(({ name }) => name.includes('public'))!
    for (const collection of ['tag', 'project', 'project_tag'])
      await send(origin, 'POST', '/permissions', { policy: guests.id, collection, action: 'read', fields: ['*'], permissions: {} })
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
          developer_requirements: JSON.stringify(one.developerRequirements),
          project_requirements: JSON.stringify(one.projectRequirements),
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
    list: (page) => `/items/project?${listOf(page)}`,
    detail: (slug) => `/items/project?filter[slug][_eq]=${slug}&fields=*,tags.tag_id`,
    filter: (tag, page, today) => `/items/project?filter[_and][2][tags][tag_id][_eq]=${tag}&${isOpen(today)}&${listOf(page)}`,
    search: (words) => `/items/project?${words.map(hasWord).join('&')}&${listOf(1)}`,
  },
  read: (body) => {
    const { data, meta } = body as { data: { slug: string }[]; meta: { filter_count: number } }
    return { total: meta.filter_count, slugs: data.map(({ slug }) => slug) }
  },
}
