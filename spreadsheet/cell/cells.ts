import type { RoundValues } from '#contract/console/round.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { RoundState } from '#contract/round.ts'
import type { Synonym } from '#contract/vocabulary/synonym.ts'
import type { Cells } from '#spreadsheet/column/columns.ts'
import { joinList } from '#spreadsheet/write/list.ts'
import type { MemberRow, PersonRow, ProjectRow, RoleRow, TagRow, TeamRow } from '#store/spreadsheet/export.ts'
import { fieldCells } from './field-cells.ts'
import { wantedCell } from './wanted-role.ts'

// Database rows as cells of an export.

export const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

export const projectCells = (project: Omit<ProjectRow, 'id' | 'isBusy' | 'savedCount' | 'curatorId'>): Cells => {
  const { name, ...fields } = fieldCells(project)
  return {
    slug: project.slug,
    name,
    state: project.state,
    ...fields,
    responsibleCurator: project.responsibleCurator ?? '',
    wantedRoles: wantedCell(project.wantedRoles),
    tags: joinList(project.tags),
    related: joinList(project.related),
  }
}

export const teamCells = ({ name, description, project, wantedRoles }: Omit<TeamRow, 'id' | 'members' | 'requestsWaiting'>): Cells => ({
  team: name,
  description: description ?? '',
  project: project?.slug ?? '',
  wantedRoles: wantedCell(wantedRoles),
})

export const memberCells = ({ name, email, login, isAdministrator, roles }: MemberRow): Cells => ({
  member: name,
  email: email ?? '',
  login: login ?? '',
  isAdministrator: yesNo(isAdministrator),
  roles: joinList(roles),
})

/** `opensAt` and `closesAt` on the clock of the directory, `projects` as slugs. */
export type RoundOnClock = RoundValues & { state: RoundState; projects: string[] }

export const roundCells = (round: RoundOnClock): Cells => ({
  slug: round.slug,
  name: round.name,
  state: round.state,
  mode: round.mode,
  rule: round.rule,
  opensAt: round.opensAt ?? '',
  closesAt: round.closesAt ?? '',
  mostChoices: String(round.mostChoices),
  offerHours: String(round.offerHours),
  bundleFor: round.bundleFor,
  projects: joinList(round.projects.toSorted()), // their order means nothing
})

export const personCells = (person: Omit<PersonRow, 'id' | 'isGone' | 'isClosed'>): Cells => ({
  login: person.login,
  name: person.name,
  surname: person.surname,
  patronymic: person.patronymic,
  email: person.importEmail ?? person.email ?? '',
  phone: person.phone ?? '',
  githubLogin: person.githubLogin ?? '',
  group: person.group ?? '',
  access: person.access,
})

export const tagCells = ({ name, nameRu, description }: Omit<TagRow, 'id'>): Cells => ({
  name,
  nameRu: nameRu ?? '',
  description: description ?? '',
})

export const roleCells = ({ name, nameRu, aliases }: Omit<RoleRow, 'id'>): Cells => ({
  name,
  nameRu: nameRu ?? '',
  aliases: joinList(aliases),
})

export const synonymCells = ({ kind, words, expandsTo }: Synonym): Cells => ({
  kind,
  words: joinList(words),
  expandsTo: joinList(expandsTo),
})

/** One row per member; a team without members has one row. */
export const teamLines = (team: TeamRow): Cells[] =>
  team.members.length === 0 ? [teamCells(team)] : team.members.map((member) => ({ ...teamCells(team), ...memberCells(member) }))

export type Rows = {
  project: ProjectRow
  team: TeamRow
  round: RoundOnClock
  person: PersonRow
  tag: TagRow
  role: RoleRow
  synonym: Synonym
}

export const linesOfRow: { [K in SheetKind]: (row: Rows[K]) => Cells[] } = {
  project: (project) => [{ ...projectCells(project), savedCount: String(project.savedCount) }],
  team: teamLines,
  round: (round) => [roundCells(round)],
  person: (person) => [personCells(person)],
  tag: (tag) => [tagCells(tag)],
  role: (role) => [roleCells(role)],
  synonym: (synonym) => [synonymCells(synonym)],
}
