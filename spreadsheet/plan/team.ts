import type { UnknownTerm } from '#contract/console/spreadsheet.ts'
import { isBusy } from '#rules/request/request.ts'
import { roleFinder } from '#rules/team/member.ts'
import { whyNotAssign, whyNotChangeMembers } from '#rules/team/team.ts'
import { type FoundWantedRole, wantedRoleReader } from '#rules/team/wanted-role.ts'
import { asYes, isFaulty } from '#spreadsheet/cell/cell-read.ts'
import { memberCells, teamCells, yesNo } from '#spreadsheet/cell/cells.ts'
import { readDescription, readMember, readRoles, readTeam } from '#spreadsheet/cell/team-cells.ts'
import { readWantedRoles, wantedCell } from '#spreadsheet/cell/wanted-role.ts'
import type { Line } from '#spreadsheet/column/columns.ts'
import { limitedSuggestions, nearKey } from '#spreadsheet/column/suggest.ts'
import type { AddedPerson } from '#spreadsheet/import-emails.ts'
import { createPause, inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import type { PersonRow, ProjectPlaces, RoleRow, TeamRow } from '#store/spreadsheet/export.ts'
import type { ImportedMember, ImportedTeam } from '#store/spreadsheet/import-team.ts'
import type { Invites } from './invites.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { type NamedSlug, projectFinder } from './project-finder.ts'
import { createAddressNames, isSameName } from './same-name.ts'
import { MemberMatcher, memberName, peopleOf, type RowMember, teamKey, text } from './team-rows.ts'
import { createdTerms, type NewTerm, roleNames, type TermChoices, TermReader } from './terms.ts'

// One row per member. Teams are matched by name, members by login or address, otherwise by name. Members absent from the sheet stay.

export type CurrentTeams = {
  names: { id: number; name: string }[]
  teams: TeamRow[]
  people: PersonRow[]
  slugs: NamedSlug[]
  projects: ProjectPlaces[]
  roles: RoleRow[]
  today: number
}
/** `added`: who gets an email. */
export type TeamPlan = {
  rows: PlannedRow[]
  writes: ImportedTeam[]
  added: AddedPerson[]
  newRoles: NewTerm[]
  unknownTerms: UnknownTerm[]
}
/** `invites`: people without an account; they are created if it says so. */
export type TeamChoices = { terms?: TermChoices; invites?: Invites }

export function teamIdsInSheet(lines: readonly Line[], names: CurrentTeams['names']): number[] {
  const keys = new Set(lines.map(({ cells }) => teamKey(cells.team ?? '')))
  return names.filter(({ name }) => keys.has(teamKey(name))).map(({ id }) => id)
}

export function projectIdsOfTeams(lines: readonly Line[], slugs: CurrentTeams['slugs']): number[] {
  const inSheet = new Set(lines.map(({ cells }) => text(cells, 'project')).filter((project) => project !== ''))
  const { ids } = projectFinder(slugs)
  return [...new Set([...inSheet].flatMap(ids))]
}

const nobody: RowMember = { member: null, person: null, isTeamOnly: true, faults: [] }

type Group = { lines: Line[]; team: TeamRow | null; isAmbiguous: boolean }

export async function planTeams(
  lines: readonly Line[],
  current: CurrentTeams,
  slices: Slices = {},
  { terms: choices = [], invites }: TeamChoices = {},
): Promise<TeamPlan> {
  const newRoles = createdTerms('role', choices, current.roles)
  const plan: TeamPlan = { rows: [], writes: [], added: [], newRoles, unknownTerms: [] }
  const people = peopleOf(current.people)
  const findRoles = roleFinder([
    ...current.roles.map(({ id, name, nameRu, aliases }) => ({ id, name, aliases: nameRu ? [nameRu, ...aliases] : aliases })),
    ...newRoles.map((role) => ({ ...role, aliases: [] })),
  ])
  const terms = new TermReader('role', choices, (name) => findRoles([name]).unknown.length === 0)
  const wantedOf = readWantedRoles(
    wantedRoleReader([...current.roles, ...newRoles.map((role) => ({ ...role, nameRu: null, aliases: [] }))]),
    terms,
  )
  const places = new Map(current.projects.map((project) => [project.id, { ...project }]))
  const finder = projectFinder(current.slugs)
  const likely = limitedSuggestions(finder.suggest)
  const nearTeams = new Map(current.names.map(({ name }) => [nearKey(name), name]))
  const nearRow = new Map<string, { row: number; name: string }>()
  const addressNames = createAddressNames()
  const pause = createPause(slices)
  let done = 0
  for (const group of await groupsOf(lines, current.teams, slices.signal)) await planTeam(group)
  slices.noted?.(done)
  plan.rows.sort((a, b) => a.row - b.row)
  plan.unknownTerms = await terms.report(roleNames(current.roles), slices.signal)
  return plan

  async function planTeam({ lines, team, isAmbiguous }: Group): Promise<void> {
    const matcher = new MemberMatcher(team, people, invites)
    const name = readTeam(lines[0]!.cells.team ?? '')
    const written: ImportedTeam = {
      id: team?.id ?? null,
      name: team?.name ?? (isFaulty(name) ? '' : name.value),
      project: null,
      wantedRoles: null,
      members: [],
    }
    const readers: RowReader[] = []
    const added: (AddedPerson & { reader: RowReader })[] = []
    for (const [index, line] of lines.entries()) {
      const email = text(line.cells, 'email').toLowerCase()
      const named = text(line.cells, 'member')
      // Two accounts may share an address; with a login the row says whose it is.
      const namedTwice = text(line.cells, 'login') === '' ? addressNames(email, named, line.row) : null
      const match = namedTwice ? nobody : matcher.take(line)
      const exported = team && { ...teamCells(team), ...(match.member ? memberCells(match.member) : {}) }
      const reader = new RowReader(line, exported, team === null || (match.member === null && !match.isTeamOnly))
      if (isAmbiguous) reader.fault('team', 'several_teams', { value: line.cells.team ?? '' })
      else if (team === null && isFaulty(name)) reader.faults.push({ column: 'team', sentence: name.fault })
      if (team === null && index === 0) {
        reader.note('team', written.name)
        if (!isAmbiguous && !isFaulty(name)) warnIfNear(reader, written.name)
      }
      if (namedTwice) reader.fault('email', 'address_of_two', { value: email, one: namedTwice.name, other: named, row: namedTwice.row })
      for (const { column, sentence } of match.faults) reader.faults.push({ column, sentence })
      if (!match.isTeamOnly) planMember(reader, match, written)
      if (!match.isTeamOnly && match.person && match.member === null)
        added.push({ reader, person: match.person.id, name: match.person.fullName, team: written.name })
      readers.push(reader)
      await pause(++done)
    }
    planDescription(readers, team, written)
    planWanted(readers, team, written)
    planProject(readers, team, written)
    checkAdministrators(readers, team, written)
    const rows: PlannedRow[] = []
    for (const [index, reader] of readers.entries()) {
      const row = reader.planned([lines[index]!.cells.team ?? '', memberName(lines[index]!.cells)].filter(Boolean).join(' · '))
      // Only the first row creates the team; further rows without a member add nothing.
      rows.push(row.what === 'create' && index > 0 && matcher.isEmpty(lines[index]!) ? { ...row, what: 'same' as const } : row)
      await pause(done)
    }
    for (const row of rows) plan.rows.push(row)
    for (const { reader, ...one } of added) if (reader.faults.length === 0) plan.added.push(one)
    if (rows.some(({ what }) => what === 'create' || what === 'change')) plan.writes.push(written)
  }

  /** Names that differ in spaces, ё or punctuation only. */
  function warnIfNear(reader: RowReader, name: string): void {
    const key = nearKey(name)
    if (key === '') return
    const existing = nearTeams.get(key)
    const earlier = nearRow.get(key)
    if (existing !== undefined) reader.warn('team', 'near_team', { value: existing }, [existing])
    else if (earlier) reader.warn('team', 'near_row', { value: earlier.name, row: earlier.row }, [earlier.name])
    else nearRow.set(key, { row: reader.row, name })
  }

  function planMember(reader: RowReader, { member, person }: RowMember, written: ImportedTeam): void {
    const isAdministrator = reader.value<boolean | null>('isAdministrator', null, asYes, (value) =>
      value === null ? (reader.exported?.isAdministrator ?? '') : yesNo(value),
    )
    if (isAdministrator && person === null && !member?.isAdministrator) reader.fault('isAdministrator', 'no_account')
    const roles = reader.value<{ ids: number[]; cell: string } | null>(
      'roles',
      null,
      (cell) => readRoles(cell, findRoles, terms),
      (value) => value?.cell ?? '',
    )
    let name = member?.name ?? person?.fullName ?? ''
    if (person === null && member === null) {
      const read = readMember(reader.cells.member ?? '')
      if (isFaulty(read)) reader.faults.push({ column: 'member', sentence: read.fault })
      else name = read.value
    }
    if (member === null) reader.note('member', name)
    if (member === null && (person === null || person.id < 0) && name !== '' && !name.includes(' '))
      reader.warn('member', 'no_surname', { value: name })
    if (member === null && person && person.id > 0) warnIfOther(reader, person)
    if (person && person.id < 0) warnIfInvited(reader, person.id)
    const one: ImportedMember = {
      id: member?.id ?? null,
      person: person?.id ?? null,
      name,
      isAdministrator,
      roles: roles?.ids ?? null,
    }
    if (member === null || reader.changes.length > 0) written.members.push(one)
  }

  /** The account has another name than the row: whoever is in the row would be lost. */
  function warnIfOther(reader: RowReader, person: { fullName: string }): void {
    const [name, email] = [text(reader.cells, 'member'), text(reader.cells, 'email')]
    if (name !== '' && email !== '' && person.fullName !== '' && !isSameName(name, person.fullName))
      reader.warn('email', 'address_of_other', { value: email, owner: person.fullName, name })
  }

  function warnIfInvited(reader: RowReader, id: number): void {
    const namesake = invites?.namesakeOf(id)
    if (namesake) reader.warn('member', 'near_person', { value: namesake })
    else reader.note('email', text(reader.cells, 'email').toLowerCase())
  }

  // One row of the team with a description is enough.
  function planDescription(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    const reader = firstFilled(readers, 'description')
    if (reader === null) {
      if (!team || !isEmptied(readers, 'description')) return
      written.description = null
      return readers[0]!.note('description', '')
    }
    written.description = reader.value<string | null | undefined>('description', undefined, readDescription, (value) => value ?? '')
  }

  // Likewise.
  function planWanted(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    const reader = firstFilled(readers, 'wantedRoles')
    if (reader === null) {
      if (!team || !isEmptied(readers, 'wantedRoles')) return
      written.wantedRoles = []
      return readers[0]!.note('wantedRoles', '')
    }
    written.wantedRoles = reader.value<FoundWantedRole[] | null>('wantedRoles', null, wantedOf, (value) => wantedCell(value ?? []))
  }

  function planProject(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    const reader = firstFilled(readers, 'project')
    if (reader === null || reader.isUnchanged('project')) return
    const slug = text(reader.cells, 'project')
    const found = finder.find(slug)
    if (found === 'several') return reader.fault('project', 'several_projects', { value: slug })
    const project = found === 'unknown' ? undefined : places.get(found.id)
    if (!project) return reader.fault('project', 'unknown_project', { value: slug }, likely(slug))
    if (team?.project?.slug === project.slug) return
    if (team?.project && isBusy(team.project, current.today)) return reader.fault('project', 'team_busy', { value: team.project.slug })
    if (project.state !== 'published') return reader.fault('project', 'not_published', { value: slug })
    if (team && team.requestsWaiting > 0) return reader.fault('project', 'team_waits')
    if (whyNotAssign(project)) return reader.fault('project', 'no_free_place', { value: slug, limit: project.teamLimit! })
    project.teamsWorking++
    written.project = project.id
    reader.note('project', project.slug)
  }

  function checkAdministrators(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    if (written.members.length === 0 || readers.some(({ faults }) => faults.length > 0)) return // other faults may be the reason
    const before = (team?.members ?? []).map(({ id, person, isGone, isClosed, isAdministrator }) => {
      const hasAccount = person !== null && !isGone
      return { id, isAdministrator, hasAccount, isActive: hasAccount && !isClosed }
    })
    const changed = new Map(written.members.map(({ id, isAdministrator }) => [id, isAdministrator]))
    const stay = before.map((member) => ({ ...member, isAdministrator: changed.get(member.id) ?? member.isAdministrator }))
    const come = written.members
      .filter(({ id }) => id === null)
      .map(({ person, isAdministrator }) => ({
        isAdministrator: isAdministrator === true,
        hasAccount: person !== null,
        isActive: person !== null,
      }))
    const why = whyNotChangeMembers(before, [...stay, ...come])
    if (why) readers[0]!.fault('isAdministrator', why, { value: written.name })
  }
}

/** Every row has the column, and none has the value of the export any more. */
const isEmptied = (readers: RowReader[], key: string): boolean =>
  readers.every((reader) => reader.cells[key] !== undefined && !reader.isUnchanged(key))

/** The first row with a value in the column; other rows must not have a different value. */
function firstFilled(readers: RowReader[], key: string): RowReader | null {
  const filled = readers.filter(({ cells }) => text(cells, key) !== '')
  const [first] = filled
  for (const other of filled.slice(1))
    if (text(other.cells, key) !== text(first!.cells, key)) other.fault(key, 'unlike', { row: first!.row })
  return first ?? null
}

async function groupsOf(lines: readonly Line[], teams: readonly TeamRow[], signal: AbortSignal | undefined): Promise<Group[]> {
  const byKey = Map.groupBy(teams, ({ name }) => teamKey(name))
  const groups = new Map<string, Group>()
  const add = (line: Line): void => {
    const given = line.cells.team ?? ''
    const alike = byKey.get(teamKey(given)) ?? []
    const exact = alike.filter(({ name }) => name === given)
    const team = exact.length === 1 ? exact[0]! : alike.length === 1 ? alike[0]! : null
    const key = team ? `id ${team.id}` : `name ${teamKey(given)}`
    const group = groups.get(key) ?? { lines: [], team, isAmbiguous: team === null && alike.length > 1 }
    groups.set(key, group)
    group.lines.push(line)
  }
  await inSlices(lines, add, { signal })
  return [...groups.values()]
}
