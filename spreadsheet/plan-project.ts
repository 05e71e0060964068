import { ProjectDraft, type ProjectState, projectStates } from '#contract/console/project.ts'
import { dateKeys, matchKey } from '#rules/project.ts'
import { noValues, readDraft } from '#rules/project-draft.ts'
import { misplacedDate, whyNotImportStep } from '#rules/project-state.ts'
import { createFreeSlugs, isSlug, proposeSlug } from '#rules/slug.ts'
import { readLine } from '#rules/text.ts'
import { type FoundWantedRole, wantedRoleReader } from '#rules/wanted-role.ts'
import type { CuratorRow, ProjectRow, RoleRow, TagRow } from '#store/export.ts'
import type { ImportedProject } from '#store/import.ts'
import { asDay, asList, asNumber, asText, type Read, whyOverLimit } from './cell-read.ts'
import { projectCells } from './cells.ts'
import type { Line } from './columns.ts'
import { curatorReader, type FoundCurator } from './curator-cell.ts'
import { joinList, splitList } from './list.ts'
import { several } from './messages.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { inSlices, type Slices } from './slices.ts'
import { readWantedRoles, wantedCell } from './wanted-role.ts'

// A project is matched by its current or a former slug; a row without a slug by its exact name.

export type CurrentProjects = {
  slugs: { slug: string; id: number; name: string; isFormer: boolean }[]
  projects: ProjectRow[] // those matched by the rows
  tags: TagRow[]
  roles: RoleRow[]
  curators?: CuratorRow[]
}
export type ProjectPlan = { rows: PlannedRow[]; writes: ImportedProject[] }

const schemas = ProjectDraft.properties
const draftReaders = {
  name: asText,
  shortDescription: asText,
  description: asText,
  dateStart: asDay,
  dateEnd: asDay,
  enrollmentStart: asDay,
  enrollmentEnd: asDay,
  curator: asText,
  client: asText,
  clientContact: asText,
  teamLimit: asNumber(schemas.teamLimit),
  developerRequirements: asList,
  projectRequirements: asList,
}

type Directory = ReturnType<typeof directoryOf>

export function directoryOf({ slugs }: Pick<CurrentProjects, 'slugs'>) {
  const bySlug = new Map<string, number>()
  for (const { slug, id } of slugs) bySlug.set(slug, id)
  const byName = new Map<string, number[]>()
  for (const { name, id, isFormer } of slugs) {
    if (isFormer) continue
    const ids = byName.get(name.trim())
    if (ids) ids.push(id)
    else byName.set(name.trim(), [id])
  }
  return { bySlug, byName }
}

const slugOf = ({ cells }: Line): string => (cells.slug ?? '').trim()
const nameOf = ({ cells }: Line): string => (cells.name ?? '').trim()

/** By the name in the sheet, otherwise by the normalised name. */
const idsNamed = (line: Line, { byName }: Directory): number[] => byName.get(nameOf(line)) ?? byName.get(readLine(nameOf(line)) ?? '') ?? []

/** The projects matched by the rows; needed first, so that they can be locked before they are read. */
export const projectIdsInSheet = (lines: readonly Line[], directory: Directory): number[] => [
  ...new Set(lines.flatMap((line) => (slugOf(line) === '' ? idsNamed(line, directory) : (directory.bySlug.get(slugOf(line)) ?? [])))),
]

export async function planProjects(lines: readonly Line[], current: CurrentProjects, slices?: Slices): Promise<ProjectPlan> {
  const directory = directoryOf(current)
  const byId = new Map(current.projects.map((project) => [project.id, project]))
  const tagIds = new Map(
    current.tags.flatMap(
      ({ id, name, nameRu }) => [[matchKey(name), id], ...(nameRu ? [[matchKey(nameRu), id]] : [])] as [string, number][],
    ),
  )
  for (const { id, name } of current.tags) tagIds.set(matchKey(name), id) // a name takes precedence over a translation
  const readRoles = readWantedRoles(wantedRoleReader(current.roles))
  const readCurator = curatorReader(current.curators ?? [])
  const given = new Set(lines.map(slugOf).filter((slug) => slug !== ''))
  const nextSlug = createFreeSlugs((slug) => directory.bySlug.has(slug) || given.has(slug))
  const rowOf = new Map<string, number>()
  const plan: ProjectPlan = { rows: [], writes: [] }

  function findProject(line: Line): { project: ProjectRow | null; fault: [string, 'several_projects', { value: string }] | null } {
    const slug = slugOf(line)
    if (slug !== '') return { project: byId.get(directory.bySlug.get(slug) ?? -1) ?? null, fault: null }
    const ids = idsNamed(line, directory)
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

  const readTags = (cell: string): Read<{ ids: number[]; cell: string }> => {
    const names = [...new Set(splitList(cell))]
    const unknown = names.filter((name) => !tagIds.has(matchKey(name)))
    if (unknown.length > 0) return { fault: { code: 'unknown_tag', details: { value: several(unknown) } } }
    const ids = [...new Set(names.map((name) => tagIds.get(matchKey(name))!))]
    const tooMany = whyOverLimit(schemas.tags, ids)
    if (tooMany) return { fault: tooMany }
    const named = current.tags.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return { value: { ids, cell: joinList(named) } }
  }

  const readRelated =
    (own: string, id: number | undefined) =>
    (cell: string): Read<string[]> => {
      const slugs = [...new Set(splitList(cell))]
      if (slugs.some((slug) => slug === own || (id !== undefined && directory.bySlug.get(slug) === id)))
        return { fault: { code: 'itself' } }
      const unknown = slugs.filter((slug) => !directory.bySlug.has(slug) && !given.has(slug))
      if (unknown.length > 0) return { fault: { code: 'unknown_project', details: { value: several(unknown) } } }
      const tooMany = whyOverLimit(schemas.related, slugs)
      return tooMany ? { fault: tooMany } : { value: slugs }
    }

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
      if (earlier !== undefined && nameOf(line) !== '') reader.fault(slugOf(line) !== '' ? 'slug' : 'name', 'twice', { row: earlier })
      else rowOf.set(key, line.row)
      const draft = reader.draft<ProjectDraft>(schemas, draftReaders)
      const { values, faults } = readDraft(draft, project ?? noValues)
      const slug = project?.slug ?? newSlug(line, values.name, reader)
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
      const related = reader.value<string[] | null>('related', null, readRelated(slug, project?.id), (value) => joinList(value ?? []))
      const hasNewDates = dateKeys.some((key) => reader.isChanged(key)) && !dateKeys.some((key) => reader.isFaulty(key))
      const misplaced = hasNewDates ? misplacedDate(values) : null
      if (misplaced !== null) reader.fault(misplaced, 'invalid_dates')
      const row = reader.planned(values.name || nameOf(line) || slug)
      plan.rows.push(row)
      if (row.what === 'create' || row.what === 'change')
        plan.writes.push({
          ...values,
          slug,
          state,
          id: project?.id ?? null,
          curatorId: curator.id,
          wantedRoles,
          tags: tags?.ids ?? null,
          related,
        })
    },
    slices,
  )
  return plan
}

const importable = projectStates.filter((state) => state !== 'withdrawn')
const stateNames: Record<string, ProjectState> = {
  черновик: 'draft',
  опубликован: 'published',
  'в архиве': 'archived',
  архив: 'archived',
}
const readState =
  (project: ProjectRow | null) =>
  (cell: string): Read<ProjectState> => {
    const text = cell.trim().toLowerCase()
    const state = (stateNames[text] ?? text) as ProjectState
    if (text === '') return { value: project?.state ?? 'draft' }
    if (state === project?.state) return { value: state }
    if (!importable.includes(state as 'draft'))
      return { fault: { code: 'no_word', details: { value: cell.trim(), words: importable.join(', ') } } }
    const why = project === null ? null : whyNotImportStep(project.state, state, project.isBusy)
    return why === null ? { value: state } : { fault: { code: why, details: { from: project!.state, to: state } } }
  }
