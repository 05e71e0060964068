import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PAGE, type Peer } from './peer.ts'
import { inBatches } from './rows.ts'

const plain = (type: string) => ({ type })

const contentType = (name: string, attributes: object) => ({
  kind: 'collectionType',
  collectionName: `${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: false },
  attributes,
})

const project = contentType('project', {
  slug: { type: 'string', unique: true, required: true },
  name: plain('string'),
  shortDescription: plain('text'),
  description: plain('text'),
  client: plain('string'),
  developerRequirements: plain('json'),
  projectRequirements: plain('json'),
  dateStart: plain('date'),
  dateEnd: plain('date'),
  enrollmentStart: plain('date'),
  enrollmentEnd: plain('date'),
  teamLimit: plain('integer'),
  tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
})
const tag = contentType('tag', { name: plain('string') })

// Guests may read both; everything else stays as Strapi makes it.
const start = `module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } })
    for (const action of ['api::project.project.find', 'api::project.project.findOne', 'api::tag.tag.find'])
      if (!(await strapi.db.query('plugin::users-permissions.permission').findOne({ where: { action, role: role.id } })))
        await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } })
  },
}`

const api = (name: string, schema: object): Record<string, string> => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify(schema),
  [`src/api/${name}/controllers/${name}.js`]: `module.exports = require('@strapi/strapi').factories.createCoreController('api::${name}.${name}')`,
  [`src/api/${name}/services/${name}.js`]: `module.exports = require('@strapi/strapi').factories.createCoreService('api::${name}.${name}')`,
  [`src/api/${name}/routes/${name}.js`]: `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::${name}.${name}')`,
})

const fields = ['slug', 'name', 'shortDescription', 'dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd', 'client', 'teamLimit']
const listOf = (page: number): string =>
  [
    ...fields.map((field, i) => `fields[${i}]=${field}`),
    'populate[tags][fields][0]=id',
    `pagination[page]=${page}&pagination[pageSize]=${PAGE}`,
    'sort[0]=dateStart:desc&sort[1]=name&sort[2]=id',
  ].join('&')
const hasWord = (word: string, i: number): string =>
  ['name', 'shortDescription', 'description']
    .map((field, j) => `filters[$and][${i}][$or][${j}][${field}][$containsi]=${encodeURIComponent(word)}`)
    .join('&')

const isOpen = (today: string): string =>
  [
    'filters[$and][0][$or][0][enrollmentStart][$null]=true',
    `filters[$and][0][$or][1][enrollmentStart][$lte]=${today}`,
    'filters[$and][1][$or][0][enrollmentEnd][$null]=true',
    `filters[$and][1][$or][1][enrollmentEnd][$gte]=${today}`,
  ].join('&')

export const strapi: Peer = {
  name: 'Strapi 5',
  packages: {
    '@strapi/strapi': '5.54.0',
    '@strapi/plugin-users-permissions': '5.54.0',
    pg: '8.23.1',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  write(folder, { host, port, user, database }, ownPort) {
    const secret = 'only-for-this-benchmark'
    const files: Record<string, string> = {
      'config/database.js': `module.exports = () => (${JSON.stringify({
        connection: { client: 'postgres', connection: { host, port, user, database }, pool: { min: 2, max: 10 } },
      })})`,
      'config/server.js': `module.exports = () => (${JSON.stringify({ host: '127.0.0.1', port: ownPort, app: { keys: [secret, secret] } })})`,
      'config/admin.js': `module.exports = () => (${JSON.stringify({
        serveAdminPanel: false,
        auth: { secret },
        apiToken: { salt: secret },
        transfer: { token: { salt: secret } },
        secrets: { encryptionKey: secret },
      })})`,
      'config/plugins.js': `module.exports = () => (${JSON.stringify({ 'users-permissions': { config: { jwtSecret: secret } } })})`,
      // Its defaults without the lines it logs about every call.
      'config/middlewares.js': `module.exports = ${JSON.stringify(
        ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map((name) => `strapi::${name}`),
      )}`,
      'src/index.js': start,
      'public/uploads/.gitkeep': '',
      'favicon.png': '',
      ...api('project', project),
      ...api('tag', tag),
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return {
      args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
      env: { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    }
  },
  readyPath: '/api/projects',
  async fill(sql, { tags, projects }) {
    const common = (id: number) => ({
      id,
      document_id: `document${String(id).padStart(16, '0')}`,
      created_at: new Date(),
      updated_at: new Date(),
      published_at: new Date(),
    })
    await sql`insert into tags ${sql(tags.map((name, i) => ({ ...common(i + 1), name })))}`
    for (const batch of inBatches(projects)) {
      await sql`insert into projects ${sql(
        batch.map((one) => ({
          ...common(one.id),
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
      const links = batch.flatMap(({ id, tagIds }) => tagIds.map((tag_id, i) => ({ project_id: id, tag_id, tag_ord: i + 1 })))
      await sql`insert into projects_tags_lnk ${sql(links)}`
    }
    // What somebody who runs it for years adds by hand; Strapi makes none for the fields it filters by.
    await sql`create index on projects (slug)`
    await sql`create index on projects (date_start desc nulls last, name, id)`
  },
  paths: {
    list: (page) => `/api/projects?${listOf(page)}`,
    detail: (slug) => `/api/projects?filters[slug][$eq]=${slug}&populate[tags][fields][0]=id&pagination[withCount]=false`,
    filter: (tag, page, today) => `/api/projects?filters[tags][id][$eq]=${tag}&${isOpen(today)}&${listOf(page)}`,
    search: (words) => `/api/projects?${words.map(hasWord).join('&')}&${listOf(1)}`,
  },
  read: (body) => {
    const { data, meta } = body as { data: { slug: string }[]; meta: { pagination: { total: number } } }
    return { total: meta.pagination.total, slugs: data.map(({ slug }) => slug) }
  },
}
