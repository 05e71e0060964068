import type { ProjectState, ProjectValues } from '#contract/console/project.ts'
import type { WantedRoleDraft } from '#contract/role.ts'
import { fullNameOrLogin, memberName, rolesOfMember, savedCountOf, wantedRolesOfProject, wantedRolesOfTeam } from './fragments.ts'
import type { Access } from './session.ts'
import type { AnySql } from './sql.ts'

// Rows for exported spreadsheets; an import reads the same columns of the rows it changes.

export type ProjectRow = ProjectValues & {
  id: number
  slug: string
  state: ProjectState
  wantedRoles: WantedRoleDraft[]
  tags: string[]
  related: string[]
  curatorId: number | null
  responsibleCurator: string | null // email, else the name
  savedCount: number
  isBusy: boolean // has working teams or pending requests
}

const BATCH = 500

const emailOrName = (sql: AnySql) => sql`coalesce(c.import_email, c.email, ${fullNameOrLogin(sql, 'c')})`

export type CuratorRow = { id: number; emails: string[]; login: string; name: string; cell: string }

/** People who can be responsible for a project. Locked for a write, so that none of them loses the access meanwhile. */
export const listCurators = (sql: AnySql, isWriting: boolean): Promise<CuratorRow[]> =>
  sql<CuratorRow[]>`
    select c.id, array_remove(array[c.import_email, lower(c.email)], null) as emails, c.login, ${fullNameOrLogin(sql, 'c')} as name, ${emailOrName(sql)} as cell
    from person c where c.access <> 'member' and c.disabled_at is null order by c.id ${isWriting ? sql`for share` : sql``}`

export function listProjectRows(sql: AnySql, only: { ids: number[] } | null = null): AsyncIterable<ProjectRow[]> {
  return sql<ProjectRow[]>`
    select p.id, p.slug, p.name, p.state, p.short_description as "shortDescription", p.description, p.date_start as "dateStart",
      p.date_end as "dateEnd", p.enrollment_start as "enrollmentStart", p.enrollment_end as "enrollmentEnd", p.curator, p.client,
      p.client_contact as "clientContact", p.team_limit as "teamLimit", p.developer_requirements as "developerRequirements",
      p.project_requirements as "projectRequirements", ${wantedRolesOfProject(sql)} as "wantedRoles",
      array(select t.name from project_tag pt join tag t on t.id = pt.tag_id where pt.project_id = p.id order by t.name, t.id) as tags,
      array(select o.slug from project_related r join project o on o.id = r.related_id where r.project_id = p.id order by r.position, o.id) as related,
      p.curator_id as "curatorId", (select ${emailOrName(sql)} from person c where c.id = p.curator_id) as "responsibleCurator",
      ${savedCountOf(sql)} as "savedCount",
      exists (select 1 from assignment a where a.project_id = p.id and a.ended_at is null)
        or exists (select 1 from request r where r.project_id = p.id and r.status = 'submitted') as "isBusy"
    from project p ${only === null ? sql`` : sql`where p.id = any(${only.ids}::int[])`} order by p.slug`.cursor(BATCH)
}

/** Current and former slugs. */
export const listSlugs = (sql: AnySql): Promise<{ slug: string; id: number; name: string; isFormer: boolean }[]> =>
  sql<{ slug: string; id: number; name: string; isFormer: boolean }[]>`
    select slug, id, name, false as "isFormer" from project
    union all select f.slug, p.id, p.name, true from former_slug f join project p on p.id = f.project_id`

export type MemberRow = {
  id: number
  person: number | null
  name: string
  email: string | null
  login: string | null
  isAdministrator: boolean
  isGone: boolean
  isClosed: boolean
  roles: string[]
}
export type TeamRow = {
  id: number
  name: string
  description: string | null
  project: { slug: string; dateEnd: string | null } | null
  wantedRoles: WantedRoleDraft[]
  requestsWaiting: number
  members: MemberRow[]
}

/** Teams that are not disbanded. */
export function listTeamRows(sql: AnySql, only: { ids: number[] } | null = null): AsyncIterable<TeamRow[]> {
  return sql<TeamRow[]>`
    select t.id, t.name, t.description,
      (select json_build_object('slug', o.slug, 'dateEnd', o.date_end) from assignment a join project o on o.id = a.project_id
        where a.team_id = t.id and a.ended_at is null) as project, ${wantedRolesOfTeam(sql)} as "wantedRoles",
      (select count(*)::int from request r where r.team_id = t.id and r.status = 'submitted') as "requestsWaiting",
      coalesce((
        select json_agg(json_build_object('id', m.id, 'person', m.person_id, 'isAdministrator', m.is_administrator, 'login', p.login,
          'email', coalesce(p.import_email, p.email), 'name', ${memberName(sql)},
          'isGone', p.deleted_at is not null, 'isClosed', p.disabled_at is not null,
          'roles', ${rolesOfMember(sql)}
        ) order by m.id)
        from member m left join person p on p.id = m.person_id where m.team_id = t.id), '[]') as members
    from team t where t.disbanded_at is null ${only === null ? sql`` : sql`and t.id = any(${only.ids}::int[])`}
    order by t.name, t.id`.cursor(BATCH)
}

/** Of teams that are not disbanded: a sheet can create a team with the name of a disbanded one. */
export const listTeamNames = (sql: AnySql): Promise<{ id: number; name: string }[]> =>
  sql<{ id: number; name: string }[]>`select id, name from team where disbanded_at is null order by id`

export type PersonRow = {
  id: number
  login: string
  name: string
  surname: string
  patronymic: string
  email: string | null
  importEmail: string | null
  phone: string | null
  githubLogin: string | null
  group: string | null
  access: Access
  isGone: boolean
  isClosed: boolean
}

const person = (sql: AnySql) => sql`
  select id, login, name, surname, patronymic, email, import_email as "importEmail", phone, github_login as "githubLogin", group_name as "group", access,
    deleted_at is not null as "isGone", disabled_at is not null as "isClosed" from person`

export const listPersonRows = (sql: AnySql): AsyncIterable<PersonRow[]> =>
  sql<PersonRow[]>`${person(sql)} where deleted_at is null order by login`.cursor(BATCH)

/** People with one of these logins or emails; emails in lower case. */
export const listPeopleNamed = (sql: AnySql, { logins, emails }: { logins: string[]; emails: string[] }): Promise<PersonRow[]> =>
  sql<PersonRow[]>`${person(sql)}
    where login = any(${logins}::text[]) or import_email = any(${emails}::text[]) or lower(email) = any(${emails}::text[]) order by id`

export async function listLogins(sql: AnySql): Promise<string[]> {
  return (await sql<{ login: string }[]>`select login from person`).map(({ login }) => login)
}

/** The names of everybody, as they are written. */
export async function listFullNames(sql: AnySql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select concat_ws(' ', nullif(surname, ''), nullif(name, ''), nullif(patronymic, '')) as name from person where deleted_at is null`
  return rows.map(({ name }) => name)
}

export type TagRow = { id: number; name: string; nameRu: string | null; description: string | null }
export type RoleRow = { id: number; name: string; nameRu: string | null; aliases: string[] }

export const listTagRows = (sql: AnySql): Promise<TagRow[]> =>
  sql<TagRow[]>`select id, name, name_ru as "nameRu", description from tag order by name, id`
export const listRoleRows = (sql: AnySql): Promise<RoleRow[]> =>
  sql<RoleRow[]>`select id, name, name_ru as "nameRu", aliases from role order by position, name, id`

export type ProjectPlaces = { id: number; slug: string; state: ProjectState; teamLimit: number | null; teamsWorking: number }

export const listPlaces = (sql: AnySql, ids: number[]): Promise<ProjectPlaces[]> =>
  sql<ProjectPlaces[]>`
    select p.id, p.slug, p.state, p.team_limit as "teamLimit",
      places_taken(p.id) as "teamsWorking"
    from project p where p.id = any(${ids}::int[])`
