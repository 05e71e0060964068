import { ProjectDraft, type ProjectState, projectStates } from '#contract/console/project.ts'
import type { UnknownTerm } from '#contract/console/spreadsheet.ts'
import { dateKeys } from '#contract/project/fields.ts'
import { noValues, readDraft } from '#rules/project/draft.ts'
import { matchKey } from '#rules/project/project.ts'
import { misplacedDate, whyNotImportStep } from '#rules/project/state.ts'
import { type FoundWantedRole, wantedRoleReader } from '#rules/team/wanted-role.ts'
import { createFreeSlugs, isSlug, proposeSlug } from '#rules/text/slug.ts'
import { readLine } from '#rules/text/text.ts'
import { type Read, whyOverLimit } from '#spreadsheet/cell/cell-read.ts'
import { projectCells } from '#spreadsheet/cell/cells.ts'
import { curatorReader, type FoundCurator } from '#spreadsheet/cell/curator-cell.ts'
import { fieldReaders } from '#spreadsheet/cell/field-cells.ts'
import { readWantedRoles, wantedCell } from '#spreadsheet/cell/wanted-role.ts'
import type { Line } from '#spreadsheet/column/columns.ts'
import { limitedSuggestions, nearKey } from '#spreadsheet/column/suggest.ts'
import { several } from '#spreadsheet/messages.ts'
import { inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import { readWord } from '#spreadsheet/texts.ts'
import { joinList, splitNames } from '#spreadsheet/write/list.ts'
import type { CuratorRow, ProjectRow, RoleRow, TagRow } from '#store/spreadsheet/export.ts'
import type { ImportedProject, ProjectFields } from '#store/spreadsheet/import.ts'
import type { Imported } from '#store/spreadsheet/imported.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { type NamedSlug, projectFinder } from './project-finder.ts'
import { createdTerms, type NewTerm, roleNames, type TermChoices, TermReader } from './terms.ts'

// A project is matched by its current or a former slug; a row without a slug by its exact name.

export type CurrentProjects = {
  slugs: NamedSlug[]
  projects: ProjectRow[] // those matched by the rows
  tags: TagRow[]
  roles: RoleRow[]
  curators?: CuratorRow[]
}
export type ProjectPlan = {
  rows: PlannedRow[]
  writes: ImportedProject[]
  newTags: NewTerm[]
  newRoles: NewTerm[]
  unknownTerms: UnknownTerm[]
}

const schemas = ProjectDraft.properties
const slugOf = ({ cells }: Line): string => (cells.slug ?? '').trim()
const nameOf = ({ cells }: Line): string => (cells.name ?? '').trim()

/** By the name in the sheet, otherwise by the normalised name. A name that is only similar gets a warning. */
function namesakes(slugs: readonly NamedSlug[]): (line: Line) => number[] {
  const byName = Map.groupBy(
    slugs.filter(({ isFormer }) => !isFormer),
    ({ name }) => name.trim(),
  )
  return (line) => (byName.get(nameOf(line)) ?? byName.get(readLine(nameOf(line)) ?? '') ?? []).map(({ id }) => id)
}

/** The projects matched by the rows; needed first, so that they can be locked before they are read. */
export function projectIdsInSheet(lines: readonly Line[], slugs: readonly NamedSlug[]): number[] {
  const bySlug = new Map(slugs.map(({ slug, id }) => [slug, id]))
  const idsNamed = namesakes(slugs)
  return [...new Set(lines.flatMap((line) => (slugOf(line) === '' ? idsNamed(line) : (bySlug.get(slugOf(line)) ?? []))))]
}

type Planned = {
  reader: RowReader
  project: ProjectRow | null
  write: Imported<ProjectFields> & Pick<ImportedProject, 'slug' | 'wantedRoles' | 'tags'>
  title: string
}

export async function planProjects(
  lines: readonly Line[],
  current: CurrentProjects,
  slices?: Slices,
  choices: TermChoices = [],
): Promise<ProjectPlan> {
  const finder = projectFinder(current.slugs)
  const bySlug = new Map(current.slugs.map(({ slug, id }) => [slug, id]))
  const idsNamed = namesakes(current.slugs)
  const byId = new Map(current.projects.map((project) => [project.id, project]))
  const newTags = createdTerms('tag', choices, current.tags)
  const newRoles = createdTerms('role', choices, current.roles)
  const allTags = [...current.tags, ...newTags.map((tag) => ({ ...tag, nameRu: null }))]
  const tagIds = new Map<string, number>()
  for (const { id, nameRu } of allTags) if (nameRu) tagIds.set(matchKey(nameRu), id)
  for (const { id, name } of allTags) tagIds.set(matchKey(name), id) // a name takes precedence over a translation
  const tagTerms = new TermReader('tag', choices, (text) => tagIds.has(matchKey(text)))
  const findRoles = wantedRoleReader([...current.roles, ...newRoles.map((role) => ({ ...role, nameRu: null, aliases: [] }))])
  const roleTerms = new TermReader('role', choices, (role) => findRoles([{ role, count: 1 }]).unknown.length === 0)
  const readRoles = readWantedRoles(findRoles, roleTerms)
  const readCurator = curatorReader(current.curators ?? [])
  const given = new Set(lines.map(slugOf).filter((slug) => slug !== ''))
  const nextSlug = createFreeSlugs((slug) => bySlug.has(slug) || given.has(slug))
  const rowOf = new Map<string, number>()
  const nearRow = new Map<string, { row: number; name: string }>()
  const slugNamed = new Map<string, string>() // of the rows, by name
  const planned: Planned[] = []

  function findProject(line: Line): { project: ProjectRow | null; fault: [string, 'several_projects', { value: string }] | null } {
    const slug = slugOf(line)
    if (slug !== '') return { project: byId.get(bySlug.get(slug) ?? -1) ?? null, fault: null }
    const ids = idsNamed(line)
    if (ids.length > 1) return { project: null, fault: ['name', 'several_projects', { value: nameOf(line) }] }
    return { project: byId.get(ids[0] ?? -1) ?? null, fault: null }
  }

  function newSlug(line: Line, name: string, reader: RowReader): string {
    const slug = slugOf(line)
    if (slug !== '') {
      const tooLong = whyOverLimit(schemas.slug, line.cells.slug)
      if (tooLong) reader.faults.push({ column: 'slug', sentence: tooLong })
      else if (!isSlug(line.cells.slug!)) reader.fault('slug', 'invalid_slug', { value: slug })
      return slug
    }
    return nextSlug(proposeSlug(name))
  }

  /** Names that differ in case, spaces, ё or punctuation only. */
  function warnIfNear(reader: RowReader, name: string): void {
    const key = nearKey(name)
    if (key === '') return
    const existing = finder.near(name)
    const earlier = nearRow.get(key)
    if (existing !== undefined) reader.warn('name', 'near_project', { value: existing }, [existing])
    else if (earlier && earlier.name !== name) reader.warn('name', 'near_row', { value: earlier.name, row: earlier.row })
    if (!earlier) nearRow.set(key, { row: reader.row, name })
  }

  const readTags = (cell: string): Read<{ ids: number[]; cell: string }> => {
    const names = [...new Set(tagTerms.split(cell))]
    const unknown = names.filter((name) => !tagIds.has(matchKey(name)))
    tagTerms.note(unknown)
    if (unknown.length > 0) return { fault: { code: 'unknown_tag', details: { value: several(unknown) } } }
    const ids = [...new Set(names.map((name) => tagIds.get(matchKey(name))!))]
    const tooMany = whyOverLimit(schemas.tags, ids)
    if (tooMany) return { fault: tooMany }
    const named = allTags.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return { value: { ids, cell: joinList(named) } }
  }

  /** The slug of a project in a list: given by slug or name, existing or in the same sheet. */
  function relatedSlug(item: string): string | null {
    if (bySlug.has(item) || given.has(item)) return item
    const inSheet = slugNamed.get(matchKey(item))
    if (inSheet !== undefined) return inSheet
    const found = finder.find(item)
    return typeof found === 'string' ? null : finder.slugOf.get(found.id)!
  }

  const readRelated =
    (own: string, id: number | undefined) =>
    (cell: string): Read<string[]> => {
      const items = [...new Set(splitNames(cell, (item) => relatedSlug(item) !== null))]
      const slugs = [...new Set(items.flatMap((item) => relatedSlug(item) ?? []))]
      if (slugs.some((slug) => slug === own || (id !== undefined && bySlug.get(slug) === id))) return { fault: { code: 'itself' } }
      const unknown = items.filter((item) => relatedSlug(item) === null)
      if (unknown.length > 0)
        return {
          fault: { code: 'unknown_project', details: { value: several(unknown) } },
          suggestions: items.length === 1 ? likely(unknown[0]!) : [],
        }
      const tooMany = whyOverLimit(schemas.related, slugs)
      return tooMany ? { fault: tooMany } : { value: slugs }
    }
  const likely = limitedSuggestions(finder.suggest)

  await inSlices(
    lines,
    (line) => {
      const { project, fault } = findProject(line)
      // A former slug in the sheet does not rename the project.
      const exported = project && { ...projectCells(project), slug: slugOf(line) === '' ? '' : line.cells.slug! }
      const reader = new RowReader(line, exported)
      if (fault) reader.fault(...fault)
      const key = project ? `id ${project.id}` : slugOf(line) !== '' ? `slug ${slugOf(line)}` : `name ${readLine(nameOf(line))}`
      const earlier = rowOf.get(key)
      if (earlier !== undefined && (project || nameOf(line) !== ''))
        reader.fault(slugOf(line) !== '' ? 'slug' : 'name', 'twice', { row: earlier })
      else rowOf.set(key, line.row)
      const draft = reader.draft<ProjectDraft>(schemas, fieldReaders)
      const { values, faults } = readDraft(draft, project ?? noValues)
      const slug = project?.slug ?? newSlug(line, values.name, reader)
      if (!slugNamed.has(matchKey(values.name))) slugNamed.set(matchKey(values.name), slug)
      if (!project && earlier === undefined && !fault) warnIfNear(reader, values.name)
      const stateDraft = reader.draft<{ state: ProjectState }>({}, { state: readState(project) })
      const state = stateDraft.state ?? project?.state ?? 'draft'
      reader.refuse(faults)
      const written = { ...draft, ...stateDraft, ...(project ? {} : { slug }) }
      reader.noteDraft(written, projectCells({ ...values, slug, state, responsibleCurator: null, wantedRoles: [], tags: [], related: [] }))
      const curator = reader.value<FoundCurator>(
        'responsibleCurator',
        { id: project?.curatorId ?? null, cell: '' },
        readCurator,
        ({ cell }) => cell,
      )
      const wantedRoles = reader.value<FoundWantedRole[] | null>('wantedRoles', null, readRoles, (value) => wantedCell(value ?? []))
      const tags = reader.value<{ ids: number[]; cell: string } | null>('tags', null, readTags, (value) => value?.cell ?? '')
      const hasNewDates = dateKeys.some((key) => reader.isChanged(key)) && !dateKeys.some((key) => reader.isFaulty(key))
      const misplaced = hasNewDates ? misplacedDate(values) : null
      if (misplaced !== null) reader.fault(misplaced, 'invalid_dates')
      const responsible = reader.isChanged('responsibleCurator') ? { curatorId: curator.id } : {}
      const imported: Imported<ProjectFields> = project
        ? { id: project.id, values: { ...reader.changed({ ...values, state }), ...responsible } }
        : { id: null, values: { ...values, state, curatorId: curator.id } }
      const write = { ...imported, slug, wantedRoles, tags: tags?.ids ?? null }
      planned.push({ reader, project, write, title: values.name || nameOf(line) || slug })
    },
    slices,
  )
  const plan: ProjectPlan = { rows: [], writes: [], newTags, newRoles, unknownTerms: [] }
  // A row may name a project of a later row.
  await inSlices(
    planned,
    ({ reader, project, write, title }) => {
      const related = reader.value<string[] | null>('related', null, readRelated(write.slug, project?.id), (value) => joinList(value ?? []))
      const row = reader.planned(title)
      plan.rows.push(row)
      if (row.what === 'create' || row.what === 'change') plan.writes.push({ ...write, related })
    },
    { signal: slices?.signal },
  )
  plan.unknownTerms = [
    ...(await tagTerms.report(
      allTags.flatMap(({ name, nameRu }) => [name, ...(nameRu ? [nameRu] : [])]),
      slices?.signal,
    )),
    ...(await roleTerms.report(roleNames(current.roles), slices?.signal)),
  ]
  return plan
}

const importable = projectStates.filter((state) => state !== 'withdrawn')
const readState =
  (project: ProjectRow | null) =>
  (cell: string): Read<ProjectState> => {
    const text = cell.trim().toLowerCase()
    const state = (readWord(projectStates, text) ?? text) as ProjectState
    if (text === '') return { value: project?.state ?? 'draft' }
    if (state === project?.state) return { value: state }
    if (!importable.includes(state as 'draft'))
      return { fault: { code: 'no_word', details: { value: cell.trim(), words: importable.join(', ') } } }
    const why = project === null ? null : whyNotImportStep(project.state, state, project.isBusy)
    return why === null ? { value: state } : { fault: { code: why, details: { from: project!.state, to: state } } }
  }
