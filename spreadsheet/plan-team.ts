import type { TSchema } from 'typebox'
import { addMember, createTeam } from '#contract/console/team.ts'
import { type Role, rolesNamed } from '#rules/member.ts'
import { isBusy } from '#rules/request.ts'
import { MEMBER_NAME_MAX, readMemberName, readTeamName, whyNotAssign, whyNotChangeMembers } from '#rules/team.ts'
import { NAME_MAX, readText } from '#rules/text.ts'
import type { PersonRow, ProjectPlaces, RoleRow, TeamRow } from '#store/export.ts'
import type { ImportedMember, ImportedTeam } from '#store/import-team.ts'
import { asYes, isFaulty, type Read, readWith, whyOverLimit } from './cell-read.ts'
import { memberCells, teamCells, yesNo } from './cells.ts'
import type { Line } from './columns.ts'
import { joinList, splitList } from './list.ts'
import { several } from './messages.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { memberName, peopleOf, type Seat, Seats, teamKey, text } from './team-rows.ts'

// A row for each member. Teams are found by their name, members by login or address, else by their name. Who is missing in the sheet stays.

export type TeamsKnown = {
  names: { id: number; name: string }[]
  teams: TeamRow[]
  people: PersonRow[]
  slugs: { slug: string; id: number }[]
  projects: ProjectPlaces[]
  roles: RoleRow[]
  today: number
}
export type TeamPlan = { rows: PlannedRow[]; writes: ImportedTeam[] }

export function teamsMeant(lines: readonly Line[], names: TeamsKnown['names']): number[] {
  const keys = new Set(lines.map(({ cells }) => teamKey(cells.team ?? '')))
  return names.filter(({ name }) => keys.has(teamKey(name))).map(({ id }) => id)
}

export function projectsMeant(lines: readonly Line[], slugs: TeamsKnown['slugs']): number[] {
  const asked = new Set(lines.map(({ cells }) => text(cells, 'project')))
  return [...new Set(slugs.filter(({ slug }) => asked.has(slug)).map(({ id }) => id))]
}

type Group = { lines: Line[]; team: TeamRow | null; isAmbiguous: boolean }

export async function planTeams(lines: readonly Line[], known: TeamsKnown, noted: (done: number) => void = () => {}): Promise<TeamPlan> {
  const plan: TeamPlan = { rows: [], writes: [] }
  const people = peopleOf(known.people)
  const vocabulary = known.roles.map(({ id, name, nameRu, aliases }) => ({ id, name, aliases: nameRu ? [nameRu, ...aliases] : aliases }))
  const places = new Map(known.projects.map((project) => [project.id, { ...project }]))
  const projectOf = new Map(known.slugs.map(({ slug, id }) => [slug, id]))
  let done = 0
  for (const group of groupsOf(lines, known.teams)) {
    planTeam(group)
    done += group.lines.length
    noted(done)
    if (done % 50 < group.lines.length) await new Promise((resolve) => setImmediate(resolve))
  }
  plan.rows.sort((a, b) => a.row - b.row)
  return plan

  function planTeam({ lines, team, isAmbiguous }: Group): void {
    const seats = new Seats(team, people)
    const name = readTeam(lines[0]!.cells.team ?? '')
    const written: ImportedTeam = {
      id: team?.id ?? null,
      name: team?.name ?? (isFaulty(name) ? '' : name.value),
      description: team?.description ?? null,
      project: null,
      members: [],
    }
    const readers = lines.map((line, index) => {
      const seat = seats.take(line)
      const kept = team && { ...teamCells(team), ...(seat.member ? memberCells(seat.member) : {}) }
      const reader = new RowReader(line, kept, team === null || (seat.member === null && !seat.isTeamOnly))
      if (isAmbiguous) reader.fault('team', 'several_teams', { value: line.cells.team ?? '' })
      else if (team === null && isFaulty(name)) reader.faults.push({ column: 'team', sentence: name.fault })
      if (team === null && index === 0) reader.note('team', written.name)
      for (const { column, sentence } of seat.faults) reader.faults.push({ column, sentence })
      if (!seat.isTeamOnly) planMember(reader, seat, written)
      return reader
    })
    planDescription(readers, team, written)
    planProject(readers, team, written)
    checkAdministrators(readers, team, written)
    const rows = readers.map((reader, index) => {
      const row = reader.planned([lines[index]!.cells.team ?? '', memberName(lines[index]!.cells)].filter(Boolean).join(' · '))
      // Only its first row makes a team; a further row without a member adds nothing.
      return row.what === 'create' && index > 0 && seats.isEmpty(lines[index]!) ? { ...row, what: 'same' as const } : row
    })
    plan.rows.push(...rows)
    if (rows.some(({ what }) => what === 'create' || what === 'change')) plan.writes.push(written)
  }

  function planMember(reader: RowReader, { member, person }: Seat, written: ImportedTeam): void {
    const isAdministrator = reader.value<boolean | null>('isAdministrator', member?.isAdministrator ?? null, asYes, (value) =>
      value === null ? (reader.kept?.isAdministrator ?? '') : yesNo(value),
    )
    if (isAdministrator && person === null && !member?.isAdministrator) reader.fault('isAdministrator', 'no_account')
    const roles = reader.value<{ ids: number[]; cell: string } | null>(
      'roles',
      null,
      (cell) => readRoles(cell, vocabulary),
      (value) => value?.cell ?? '',
    )
    let name = member?.name ?? person?.fullName ?? ''
    if (person === null && member === null) {
      const read = readMember(reader.cells.member ?? '')
      if (isFaulty(read)) reader.faults.push({ column: 'member', sentence: read.fault })
      else name = read.value
    }
    if (member === null) reader.note('member', name)
    const one: ImportedMember = {
      id: member?.id ?? null,
      person: person?.id ?? null,
      name,
      isAdministrator: isAdministrator ?? member?.isAdministrator ?? false,
      roles: roles?.ids ?? null,
    }
    if (member === null || reader.changes.length > 0) written.members.push(one)
  }

  // It is enough to say it in one row of the team.
  function planDescription(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    const speaking = said(readers, 'description')
    if (speaking === null) {
      const isEmptied =
        team?.description && readers.every((reader) => reader.cells.description !== undefined && !reader.isSilent('description'))
      if (!isEmptied) return
      written.description = null
      return readers[0]!.note('description', '')
    }
    written.description = speaking.value('description', written.description, readDescription, (value) => value ?? '')
  }

  function planProject(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    const speaking = said(readers, 'project')
    if (speaking === null || speaking.isSilent('project')) return
    const slug = text(speaking.cells, 'project')
    const project = places.get(projectOf.get(slug) ?? -1)
    if (!project) return speaking.fault('project', 'unknown_project', { value: slug })
    if (team?.project?.slug === project.slug) return
    if (team?.project && isBusy(team.project, known.today)) return speaking.fault('project', 'team_busy', { value: team.project.slug })
    if (project.state !== 'published') return speaking.fault('project', 'not_published', { value: slug })
    if (team && team.requestsWaiting > 0) return speaking.fault('project', 'team_waits')
    if (whyNotAssign(project)) return speaking.fault('project', 'no_free_place', { value: slug, limit: project.teamLimit! })
    project.teamsWorking++
    written.project = project.id
    speaking.note('project', project.slug)
  }

  function checkAdministrators(readers: RowReader[], team: TeamRow | null, written: ImportedTeam): void {
    if (written.members.length === 0 || readers.some(({ faults }) => faults.length > 0)) return // other faults may be the reason
    const before = (team?.members ?? []).map(({ id, person, isGone, isClosed, isAdministrator }) => {
      const hasAccount = person !== null && !isGone
      return { id, isAdministrator, hasAccount, isActive: hasAccount && !isClosed }
    })
    const changed = new Map(written.members.map(({ id, isAdministrator }) => [id, isAdministrator]))
    const stay = before.map((seat) => ({ ...seat, isAdministrator: changed.get(seat.id) ?? seat.isAdministrator }))
    const come = written.members
      .filter(({ id }) => id === null)
      .map(({ person, isAdministrator }) => ({ isAdministrator, hasAccount: person !== null, isActive: person !== null }))
    const why = whyNotChangeMembers(before, [...stay, ...come])
    if (why) readers[0]!.fault('isAdministrator', why, { value: written.name })
  }
}

/** The first row that fills the column in; the others must not say something else. */
function said(readers: RowReader[], key: string): RowReader | null {
  const speaking = readers.filter(({ cells }) => text(cells, key) !== '')
  const [first] = speaking
  for (const other of speaking.slice(1))
    if (text(other.cells, key) !== text(first!.cells, key)) other.fault(key, 'unlike', { row: first!.row })
  return first ?? null
}

function groupsOf(lines: readonly Line[], teams: readonly TeamRow[]): Group[] {
  const byKey = Map.groupBy(teams, ({ name }) => teamKey(name))
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const given = line.cells.team ?? ''
    const alike = byKey.get(teamKey(given)) ?? []
    const exact = alike.filter(({ name }) => name === given)
    const team = exact.length === 1 ? exact[0]! : alike.length === 1 ? alike[0]! : null
    const key = team ? `id ${team.id}` : `name ${teamKey(given)}`
    const group = groups.get(key) ?? { lines: [], team, isAmbiguous: team === null && alike.length > 1 }
    groups.set(key, group)
    group.lines.push(line)
  }
  return [...groups.values()]
}

const { name: teamSchema, description: descriptionSchema } = createTeam.body.properties
const { name: memberSchema, roles: rolesSchema } = addMember.body.properties

const readName = (schema: TSchema, rule: (given: string) => string | null, most: number) =>
  readWith(schema, rule, (value) => (value.trim() === '' ? { code: 'required' } : { code: 'invalid_name', details: { value, most } }))
const readTeam = readName(teamSchema, readTeamName, NAME_MAX)
const readMember = readName(memberSchema, readMemberName, MEMBER_NAME_MAX)

function readDescription(cell: string): Read<string | null> {
  const fault = whyOverLimit(descriptionSchema, cell)
  return fault ? { fault } : { value: readText(cell) }
}

function readRoles(cell: string, vocabulary: readonly Role[]): Read<{ ids: number[]; cell: string }> {
  const names = splitList(cell)
  const fault = whyOverLimit(rolesSchema, names)
  if (fault) return { fault }
  const { found, unknown } = rolesNamed(names, vocabulary)
  if (unknown.length > 0) return { fault: { code: 'unknown_role', details: { value: several(unknown) } } }
  return { value: { ids: found.map(({ id }) => id), cell: joinList(found.map(({ name }) => name)) } }
}
