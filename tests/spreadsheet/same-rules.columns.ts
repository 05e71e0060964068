import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { AnySql } from '#database/sql.ts'

// The text columns of sheets, each with the endpoint that writes the same value and the column where both store it.

export type Sql = AnySql
type Reading = (sql: Sql, id: number | undefined) => Promise<unknown>
type CallInput = { method?: string; path: string; body: object; as?: 'gleb' }
export type Tried = {
  column: string
  most: number // characters
  prepare?: (sql: Sql, count: number) => Promise<number[]> // rows to write to, unless the values create new ones
  call: (text: string, id: number, at: number) => CallInput
  row: (text: string, at: number) => object
  read: Reading
  readCall?: Reading // if the endpoint stores it elsewhere
}
type Suite = { kind: SheetKind; what: string; tried: Tried[] }

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const column =
  (table: string, key: string): Reading =>
  async (sql, id) =>
    (await sql`select ${sql(snake(key))} as value from ${sql(table)} where id = ${id ?? 0}`)[0]?.value
const idsOf = async (rows: PromiseLike<{ id: number }[]>): Promise<number[]> => (await rows).map(({ id }) => id)
const numbered = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

const projectTexts = { name: 200, shortDescription: 500, description: 40_000, curator: 200, client: 200, clientContact: 500 }
const projectLists = { developerRequirements: 500, projectRequirements: 500 }
const projectColumns = (prepare: Tried['prepare'], callWith: (body: object, id: number, at: number) => CallInput): Tried[] =>
  Object.entries({ ...projectTexts, ...projectLists }).map(([key, most]) => {
    const body = (text: string) => ({ name: 'Probe', [key]: key in projectLists ? [text] : text })
    return {
      column: key,
      most,
      prepare,
      call: (text, id, at) => callWith(body(text), id, at),
      row: (text, at) => ({ slug: `probe-${at}`, ...body(text) }),
      read: column('project', key),
    }
  })

const termKeys = { tag: { nameRu: 200, description: 1000 }, role: { nameRu: 200, aliases: 100 } }
const termColumns = (kind: 'tag' | 'role', isNew: boolean): Tried[] =>
  Object.entries({ ...(isNew ? { name: 200 } : {}), ...termKeys[kind] }).map(([key, most]) => {
    const row = (text: string, at: number) => ({ name: `Probe ${at}`, [key]: key === 'aliases' ? [text] : text })
    const path = `/console/vocabulary/${kind}`
    return {
      column: key,
      most,
      ...(isNew
        ? { call: (text: string, _: number, at: number) => ({ path, body: row(text, at) }) }
        : {
            prepare: (sql: Sql, count: number) =>
              idsOf(
                sql<{ id: number }[]>`insert into ${sql(kind)} ${sql(numbered(count).map((at) => ({ name: `Probe ${at}` })))} returning id`,
              ),
            call: (text: string, id: number, at: number) => ({ method: 'PUT', path: `${path}/${id}`, body: row(text, at) }),
          }),
      row,
      read: column(kind, key),
    }
  })

const synonymColumns = (isNew: boolean): Tried[] =>
  (['words', 'expandsTo'] as const).map((key) => {
    const row = (text: string, at: number) => ({ kind: 'one-way', words: [`probe ${at}`], expandsTo: ['target'], [key]: [text] })
    const read: Reading = async (sql, id) => {
      const [stored] = await sql`select words, expands_to from synonym where id = ${id ?? 0}`
      return key === 'words' ? stored?.words : stored?.expands_to
    }
    if (isNew) return { column: key, most: 60, call: (text, _, at) => ({ path: '/console/synonym', body: row(text, at) }), row, read }
    return {
      column: key,
      most: 60,
      prepare: (sql, count) =>
        idsOf(
          sql<
            { id: number }[]
          >`insert into synonym ${sql(numbered(count).map((at) => ({ kind: 'one-way', words: [`probe ${at}`], expands_to: ['old'] })))} returning id`,
        ),
      call: (text, id, at) => ({ method: 'PUT', path: `/console/synonym/${id}`, body: row(text, at) }),
      row,
      read,
    }
  })

const teams = (sql: Sql, count: number): Promise<number[]> =>
  idsOf(sql<{ id: number }[]>`insert into team ${sql(numbered(count).map((at) => ({ name: `Probe ${at}` })))} returning id`)
const rounds = (sql: Sql, count: number): Promise<number[]> =>
  idsOf(sql<{ id: number }[]>`insert into round ${sql(numbered(count).map((at) => ({ slug: `probe-${at}`, name: 'Old' })))} returning id`)
const people = (sql: Sql, count: number): Promise<number[]> =>
  idsOf(
    sql<
      { id: number }[]
    >`insert into person ${sql(numbered(count).map((at) => ({ login: `probe-${at}`, name: 'Probe', surname: 'Probe' })))} returning id`,
  )
const projects = (sql: Sql, count: number): Promise<number[]> => {
  const old = Object.fromEntries(Object.keys(projectTexts).map((key) => [snake(key), 'Old']))
  return idsOf(
    sql<{ id: number }[]>`insert into project ${sql(numbered(count).map((at) => ({ ...old, slug: `probe-${at}` })))} returning id`,
  )
}

const memberOf: Reading = async (sql, team) => (await sql`select name from member where team_id = ${team ?? 0}`)[0]?.name
const personColumn = (key: string, most: number): Pick<Tried, 'column' | 'most' | 'prepare' | 'row' | 'read'> => ({
  column: key,
  most,
  prepare: people,
  row: (text, at) => ({ login: `probe-${at}`, [key]: text }),
  read: column('person', key),
})

const wantedRoleOf: Reading = async (sql, project) =>
  (await sql`select r.name from project_wanted_role w join role r on r.id = w.role_id where w.project_id = ${project ?? 0}`)[0]?.name
const wantedRoleOfTeam: Reading = async (sql, team) =>
  (await sql`select r.name from team_wanted_role w join role r on r.id = w.role_id where w.team_id = ${team ?? 0}`)[0]?.name
const wantedRole = (callOf: (body: object, id: number, at: number) => CallInput): Omit<Tried, 'prepare'> => ({
  column: 'wantedRoles',
  most: 200,
  call: (role, id, at) => callOf({ name: 'Probe', wantedRoles: [{ role, count: 1 }] }, id, at),
  row: (role, at) => ({ slug: `probe-${at}`, name: 'Probe', wantedRoles: [role] }),
  read: wantedRoleOf,
})

export const suites: Suite[] = [
  {
    kind: 'project',
    what: 'a new project',
    tried: [
      ...projectColumns(undefined, (body, _, at) => ({ path: '/console/project', body: { slug: `probe-${at}`, ...body } })),
      {
        column: 'slug',
        most: 80,
        call: (slug) => ({ path: '/console/project', body: { name: 'Probe', slug } }),
        row: (slug) => ({ name: 'Probe', slug }),
        read: column('project', 'slug'),
      },
      wantedRole((body, _, at) => ({ path: '/console/project', body: { slug: `probe-${at}`, ...body } })),
    ],
  },
  {
    kind: 'project',
    what: 'an existing project',
    tried: [
      ...projectColumns(projects, (body, id) => ({ method: 'PUT', path: `/console/project/${id}`, body })),
      { ...wantedRole((body, id) => ({ method: 'PUT', path: `/console/project/${id}`, body })), prepare: projects },
    ],
  },
  {
    kind: 'team',
    what: 'a new team',
    tried: [
      {
        column: 'team',
        most: 100,
        call: (name) => ({ path: '/console/team', body: { name } }),
        row: (team) => ({ team }),
        read: column('team', 'name'),
      },
      {
        column: 'description',
        most: 2000,
        call: (description, _, at) => ({ path: '/console/team', body: { name: `Probe ${at}`, description } }),
        row: (description, at) => ({ team: `Probe ${at}`, description }),
        read: column('team', 'description'),
      },
      {
        column: 'member',
        most: 300,
        call: (name, _, at) => ({ path: '/console/team', body: { name: `Probe ${at}`, members: [{ name }] } }),
        row: (member, at) => ({ team: `Probe ${at}`, member }),
        read: memberOf,
      },
      {
        column: 'wantedRoles',
        most: 200,
        call: (role, _, at) => ({ path: '/console/team', body: { name: `Probe ${at}`, wantedRoles: [{ role, count: 1 }] } }),
        row: (role, at) => ({ team: `Probe ${at}`, wantedRoles: [role] }),
        read: wantedRoleOfTeam,
      },
    ],
  },
  {
    kind: 'team',
    what: 'an existing team',
    tried: [
      {
        column: 'description',
        most: 2000,
        prepare: teams,
        call: (description, id, at) => ({ method: 'PUT', path: `/console/team/${id}`, body: { name: `Probe ${at}`, description } }),
        row: (description, at) => ({ team: `Probe ${at}`, description }),
        read: column('team', 'description'),
      },
      {
        column: 'member',
        most: 300,
        prepare: teams,
        call: (name, id) => ({ path: `/console/team/${id}/member`, body: { name } }),
        row: (member, at) => ({ team: `Probe ${at}`, member }),
        read: memberOf,
      },
      {
        column: 'roles',
        most: 100,
        prepare: teams,
        call: (role, id) => ({ path: `/console/team/${id}/member`, body: { name: 'Somebody', roles: [role] } }),
        row: (role, at) => ({ team: `Probe ${at}`, member: 'Somebody', roles: [role] }),
        read: memberOf,
      },
    ],
  },
  {
    kind: 'round',
    what: 'a new round',
    tried: [
      {
        column: 'name',
        most: 100,
        call: (name, _, at) => ({ path: '/console/round', body: { slug: `probe-${at}`, name } }),
        row: (name, at) => ({ slug: `probe-${at}`, name }),
        read: column('round', 'name'),
      },
      {
        column: 'slug',
        most: 80,
        call: (slug) => ({ path: '/console/round', body: { name: 'Probe', slug } }),
        row: (slug) => ({ name: 'Probe', slug }),
        read: column('round', 'slug'),
      },
    ],
  },
  {
    kind: 'round',
    what: 'an existing round',
    tried: [
      {
        column: 'name',
        most: 100,
        prepare: rounds,
        call: (name, id) => ({ method: 'PUT', path: `/console/round/${id}`, body: { name } }),
        row: (name, at) => ({ slug: `probe-${at}`, name }),
        read: column('round', 'name'),
      },
    ],
  },
  {
    kind: 'person',
    what: 'a person',
    tried: [
      ...['name', 'surname', 'patronymic'].map((key) => ({
        ...personColumn(key, 100),
        call: (text: string): CallInput => ({
          method: 'PUT',
          path: '/profile/personal',
          body: { name: 'Gleb', surname: 'Probe', patronymic: '', [key]: text },
          as: 'gleb',
        }),
      })),
      {
        ...personColumn('phone', 40),
        call: (phone) => ({ method: 'PUT', path: '/profile/account', body: { email: '', phone }, as: 'gleb' }),
      },
      {
        ...personColumn('group', 60),
        read: column('person', 'groupName'),
        call: (group, id) => ({ method: 'PUT', path: `/console/person/${id}/personal`, body: { group } }),
      },
      {
        ...personColumn('email', 254),
        read: column('person', 'importEmail'),
        readCall: async (sql, id) => (await sql`select email from email_change where person_id = ${id ?? 0}`)[0]?.email,
        call: (email) => ({ method: 'PUT', path: '/profile/account', body: { email, phone: '' }, as: 'gleb' }),
      },
    ],
  },
  { kind: 'tag', what: 'a new tag', tried: termColumns('tag', true) },
  { kind: 'tag', what: 'an existing tag', tried: termColumns('tag', false) },
  { kind: 'role', what: 'a new role', tried: termColumns('role', true) },
  { kind: 'role', what: 'an existing role', tried: termColumns('role', false) },
  { kind: 'synonym', what: 'new synonyms', tried: synonymColumns(true) },
  { kind: 'synonym', what: 'existing synonyms', tried: synonymColumns(false).filter(({ column }) => column !== 'words') },
]
