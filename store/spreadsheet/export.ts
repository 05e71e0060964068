import type { ConsolePerson } from '#contract/console/person.ts'
import type { PersonData } from '#contract/console/person-edit.ts'
import type { ProjectState } from '#contract/console/project.ts'
import type { ListedRound, RoundValues } from '#contract/console/round.ts'
import type { TeamMember } from '#contract/console/team.ts'
import type { Term } from '#contract/console/vocabulary.ts'
import { type ProjectValues, projectKeys } from '#contract/project/fields.ts'
import type { WantedRoleDraft } from '#contract/vocabulary/role.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { jsonOf, selectionOf } from '#database/sql/selection.ts'
import type { AnySql } from '#database/sql.ts'
import {
  fullNameOrLogin,
  instant,
  memberName,
  rolesOfMember,
  savedCountOf,
  wantedRolesOfProject,
  wantedRolesOfTeam,
} from '#store/fragments.ts'
import { selectedFields } from '#store/project/fields.ts'

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
  const selection = selectionOf<ProjectRow>(sql, {
    id: sql`project.id`,
    slug: sql`project.slug`,
    state: sql`project.state`,
    ...selectedFields(sql, projectKeys),
    wantedRoles: wantedRolesOfProject(sql),
    tags: sql`array(select t.name from project_tag pt join tag t on t.id = pt.tag_id where pt.project_id = project.id order by t.name, t.id)`,
    related: sql`array(
      select o.slug from project_related r join project o on o.id = r.related_id where r.project_id = project.id order by r.position, o.id)`,
    curatorId: sql`project.curator_id`,
    responsibleCurator: sql`(select ${emailOrName(sql)} from person c where c.id = project.curator_id)`,
    savedCount: savedCountOf(sql),
    isBusy: sql`(exists (select 1 from assignment a where a.project_id = project.id and a.ended_at is null)
      or exists (select 1 from request r where r.project_id = project.id and r.status = 'submitted'))`,
  })
  return sql<ProjectRow[]>`
    select ${selection} from project ${only === null ? sql`` : sql`where project.id = any(${only.ids}::int[])`} order by project.slug`.cursor(
    BATCH,
  )
}

/** Current and former slugs. */
export const listSlugs = (sql: AnySql): Promise<{ slug: string; id: number; name: string; isFormer: boolean }[]> =>
  sql<{ slug: string; id: number; name: string; isFormer: boolean }[]>`
    select slug, id, name, false as "isFormer" from project
    union all select f.slug, p.id, p.name, true from former_slug f join project p on p.id = f.project_id`

export type MemberRow = Omit<TeamMember, 'group' | 'isActive'> & { email: string | null; isGone: boolean; isClosed: boolean }
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
  const project = jsonOf<NonNullable<TeamRow['project']>>(sql, { slug: sql`o.slug`, dateEnd: sql`o.date_end` })
  const member = jsonOf<MemberRow>(sql, {
    id: sql`m.id`,
    person: sql`m.person_id`,
    name: memberName(sql),
    email: sql`coalesce(p.import_email, p.email)`,
    login: sql`p.login`,
    isAdministrator: sql`m.is_administrator`,
    isGone: sql`p.deleted_at is not null`,
    isClosed: sql`p.disabled_at is not null`,
    roles: rolesOfMember(sql),
  })
  const selection = selectionOf<TeamRow>(sql, {
    id: sql`t.id`,
    name: sql`t.name`,
    description: sql`t.description`,
    project: sql`(select ${project} from assignment a join project o on o.id = a.project_id where a.team_id = t.id and a.ended_at is null)`,
    wantedRoles: wantedRolesOfTeam(sql),
    requestsWaiting: sql`(select count(*)::int from request r where r.team_id = t.id and r.status = 'submitted')`,
    members: sql`coalesce((
      select json_agg(${member} order by m.id) from member m left join person p on p.id = m.person_id where m.team_id = t.id), '[]')`,
  })
  return sql<TeamRow[]>`
    select ${selection} from team t where t.disbanded_at is null ${only === null ? sql`` : sql`and t.id = any(${only.ids}::int[])`}
    order by t.name, t.id`.cursor(BATCH)
}

/** Of teams that are not disbanded: a sheet can create a team with the name of a disbanded one. */
export const listTeamNames = (sql: AnySql): Promise<{ id: number; name: string }[]> =>
  sql<{ id: number; name: string }[]>`select id, name from team where disbanded_at is null order by id`

type Personal = 'id' | 'login' | 'name' | 'surname' | 'patronymic' | 'email' | 'group' | 'access'
export type PersonRow = Pick<PersonData, Personal> &
  Pick<ConsolePerson, 'importEmail' | 'phone' | 'githubLogin'> & { isGone: boolean; isClosed: boolean }

const person = (sql: AnySql) => {
  const selection = selectionOf<PersonRow>(sql, {
    id: sql`id`,
    login: sql`login`,
    name: sql`name`,
    surname: sql`surname`,
    patronymic: sql`patronymic`,
    email: sql`email`,
    importEmail: sql`import_email`,
    phone: sql`phone`,
    githubLogin: sql`github_login`,
    group: sql`group_name`,
    access: sql`access`,
    isGone: sql`deleted_at is not null`,
    isClosed: sql`disabled_at is not null`,
  })
  return sql`select ${selection} from person`
}

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

export type RoundSheetRow = RoundValues &
  Pick<ListedRound, 'id' | 'announcedAt' | 'sealedAt' | 'publishedAt' | 'endedAt'> & { projects: { id: number; slug: string }[] }

export function listRoundRows(sql: AnySql): Promise<RoundSheetRow[]> {
  const project = jsonOf<RoundSheetRow['projects'][number]>(sql, { id: sql`p.id`, slug: sql`p.slug` })
  const selection = selectionOf<RoundSheetRow>(sql, {
    id: sql`o.id`,
    slug: sql`o.slug`,
    name: sql`o.name`,
    mode: sql`o.mode`,
    rule: sql`o.rule`,
    opensAt: instant(sql, 'o.opens_at'),
    closesAt: instant(sql, 'o.closes_at'),
    mostChoices: sql`o.most_choices`,
    offerHours: sql`o.offer_hours`,
    bundleFor: sql`o.bundle_for`,
    announcedAt: instant(sql, 'o.announced_at'),
    sealedAt: instant(sql, 'o.sealed_at'),
    publishedAt: instant(sql, 'o.published_at'),
    endedAt: instant(sql, 'o.ended_at'),
    projects: sql`coalesce((select json_agg(${project} order by p.id) from project p where p.round_id = o.id), '[]')`,
  })
  return sql<RoundSheetRow[]>`select ${selection} from round o order by o.closes_at desc nulls first, o.id desc`
}

export type TagRow = Omit<Tag, 'projectCount'>
export type RoleRow = Pick<Term, 'id' | 'name' | 'nameRu' | 'aliases'>

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
