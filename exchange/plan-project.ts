import { type ProjectState, projectStates } from '#contract/console/project.ts'
import { readDay } from '#rules/day.ts'
import { proposeSlug } from '#rules/slug.ts'
import type { ProjectRow, TagRow } from '#store/export.ts'
import type { ImportedProject } from '#store/import.ts'
import { lineUpTo, listUpTo, neededLineUpTo, numberUpTo, readDayCell, textUpTo, wordKey } from './cell-read.ts'
import { projectCells } from './cells.ts'
import type { Line } from './columns.ts'
import { joinList, splitList } from './list.ts'
import { inSlices, type PlannedRow, type Read, RowReader } from './plan.ts'
import { several } from './sentences.ts'

// A project is found by its slug, present or former; a row without one by exactly its name.

export type ProjectsKnown = {
  slugs: { slug: string; id: number; name: string; isFormer: boolean }[]
  projects: ProjectRow[] // those the rows are about
  tags: TagRow[]
}
export type ProjectPlan = { rows: PlannedRow[]; writes: ImportedProject[] }

// As the store holds it.
const reserved = ['active', 'new', 'findmany', 'results', 'links', 'file-type']
const isAddress = (slug: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && slug.length <= 80 && !reserved.includes(slug)

type Directory = ReturnType<typeof directoryOf>

export function directoryOf({ slugs }: Pick<ProjectsKnown, 'slugs'>) {
  const bySlug = new Map<string, number>()
  for (const { slug, id } of slugs) bySlug.set(slug, id)
  const byName = new Map<string, number[]>()
  for (const { name, id, isFormer } of slugs) if (!isFormer) byName.set(name.trim(), [...(byName.get(name.trim()) ?? []), id])
  return { bySlug, byName }
}

const slugOf = ({ cells }: Line): string => (cells.slug ?? '').trim()
const nameOf = ({ cells }: Line): string => (cells.name ?? '').trim()

/** Which projects the rows are about; known before anything is read of them, so that they can be locked. */
export const idsMeant = (lines: readonly Line[], { bySlug, byName }: Directory): number[] => [
  ...new Set(lines.flatMap((line) => (slugOf(line) !== '' ? (bySlug.get(slugOf(line)) ?? []) : (byName.get(nameOf(line)) ?? [])))),
]

export async function planProjects(lines: readonly Line[], known: ProjectsKnown, noted?: (done: number) => void): Promise<ProjectPlan> {
  const directory = directoryOf(known)
  const byId = new Map(known.projects.map((project) => [project.id, project]))
  const tagIds = new Map(
    known.tags.flatMap(({ id, name, nameRu }) => [[wordKey(name), id], ...(nameRu ? [[wordKey(nameRu), id]] : [])] as [string, number][]),
  )
  for (const { id, name } of known.tags) tagIds.set(wordKey(name), id) // a name wins over a translation
  const given = new Set(lines.map(slugOf).filter((slug) => slug !== ''))
  const taken = new Set([...directory.bySlug.keys(), ...given])
  const rowOf = new Map<string, number>()
  const plan: ProjectPlan = { rows: [], writes: [] }

  /** Which project a row is about: one there is, or a new one at an address of its own. */
  function meant(line: Line): { project: ProjectRow | null; fault: [string, 'several_projects', { value: string }] | null } {
    const slug = slugOf(line)
    if (slug !== '') return { project: byId.get(directory.bySlug.get(slug) ?? -1) ?? null, fault: null }
    const ids = directory.byName.get(nameOf(line)) ?? []
    if (ids.length > 1) return { project: null, fault: ['name', 'several_projects', { value: nameOf(line) }] }
    return { project: byId.get(ids[0] ?? -1) ?? null, fault: null }
  }

  function newSlug(line: Line, reader: RowReader): string {
    const slug = slugOf(line)
    if (slug !== '') {
      if (!isAddress(slug)) reader.fault('slug', 'no_slug', { value: slug })
      return slug
    }
    const proposed = proposeSlug(nameOf(line))
    let free = proposed
    for (let number = 2; taken.has(free); number++) free = `${proposed.slice(0, 79 - String(number).length).replace(/-+$/, '')}-${number}`
    taken.add(free)
    return free
  }

  const readTags = (cell: string): Read<{ ids: number[]; cell: string }> => {
    const names = splitList(cell)
    const unknown = names.filter((name) => !tagIds.has(wordKey(name)))
    if (unknown.length > 0) return { fault: { code: 'unknown_tags', details: { value: several(unknown) } } }
    const ids = [...new Set(names.map((name) => tagIds.get(wordKey(name))!))]
    if (ids.length > 50) return { fault: { code: 'too_many', details: { count: ids.length, most: 50 } } }
    const named = known.tags.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return { value: { ids, cell: joinList(named) } }
  }

  const readRelated =
    (own: string, id: number | undefined) =>
    (cell: string): Read<string[]> => {
      const slugs = [...new Set(splitList(cell))]
      if (slugs.some((slug) => slug === own || (id !== undefined && directory.bySlug.get(slug) === id)))
        return { fault: { code: 'itself' } }
      const unknown = slugs.filter((slug) => !directory.bySlug.has(slug) && !given.has(slug))
      if (unknown.length > 0) return { fault: { code: 'unknown_projects', details: { value: several(unknown) } } }
      return slugs.length > 20 ? { fault: { code: 'too_many', details: { count: slugs.length, most: 20 } } } : { value: slugs }
    }

  await inSlices(
    lines,
    (line) => {
      const { project, fault } = meant(line)
      // A row may call a project by a former address; that does not rename it.
      const kept = project && { ...projectCells(project), slug: slugOf(line) === '' ? '' : line.cells.slug! }
      const reader = new RowReader(line, kept)
      if (fault) reader.fault(...fault)
      const key = project ? `id ${project.id}` : slugOf(line) !== '' ? `slug ${slugOf(line)}` : `name ${nameOf(line)}`
      const earlier = rowOf.get(key)
      if (earlier !== undefined && nameOf(line) !== '') reader.fault(slugOf(line) !== '' ? 'slug' : 'name', 'twice', { row: earlier })
      else rowOf.set(key, line.row)
      const slug = project?.slug ?? newSlug(line, reader)
      if (!project && slugOf(line) === '') reader.note('slug', slug)
      else if (!project) reader.note('slug', slugOf(line))
      const text = (key: keyof ProjectRow & string, most: number, isLong = false) =>
        reader.value<string | null>(
          key,
          (project?.[key] as string | null) ?? null,
          (isLong ? textUpTo : lineUpTo)(most),
          (value) => value ?? '',
        )
      const day = (key: 'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd') =>
        reader.value(key, project?.[key] ?? null, readDayCell, (value) => value ?? '')
      const list = (key: 'developerRequirements' | 'projectRequirements') =>
        reader.value(key, project?.[key] ?? [], listUpTo(50, 500), joinList)
      const name = reader.value('name', project?.name ?? '', neededLineUpTo(200), (value) => value)
      if (!project && line.cells.name === undefined) reader.fault('name', 'missing')
      const state = reader.value<ProjectState>('state', project?.state ?? 'draft', readState(project), (value) => value)
      const draft = {
        slug,
        name,
        state,
        shortDescription: text('shortDescription', 500, true),
        description: text('description', 40_000, true),
        dateStart: day('dateStart'),
        dateEnd: day('dateEnd'),
        enrollmentStart: day('enrollmentStart'),
        enrollmentEnd: day('enrollmentEnd'),
        curator: text('curator', 200),
        client: text('client', 200),
        clientContact: text('clientContact', 500),
        teamLimit: reader.value('teamLimit', project?.teamLimit ?? null, numberUpTo(1000), (value) =>
          value === null ? '' : String(value),
        ),
        developerRequirements: list('developerRequirements'),
        projectRequirements: list('projectRequirements'),
      }
      const tags = reader.value<{ ids: number[]; cell: string } | null>('tags', null, readTags, (value) => value?.cell ?? '')
      const related = reader.value<string[] | null>('related', null, readRelated(slug, project?.id), (value) => joinList(value ?? []))
      checkDates(reader, draft)
      const row = reader.planned(name || nameOf(line) || slug)
      plan.rows.push(row)
      if (row.what === 'create' || row.what === 'change')
        plan.writes.push({ ...draft, id: project?.id ?? null, tags: tags?.ids ?? null, related })
    },
    noted,
  )
  return plan
}

const dates = ['dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd'] as const

function checkDates(reader: RowReader, draft: Record<(typeof dates)[number], string | null>): void {
  const changed = dates.filter((key) => reader.changes.some(({ column }) => column === key))
  if (changed.length === 0 || reader.faults.some(({ column }) => dates.includes(column as 'dateEnd'))) return
  const [start, end, from, to] = dates.map((key) => (draft[key] === null ? null : readDay(draft[key]!)!)) as (number | null)[]
  const isAfter = (a: number | null | undefined, b: number | null | undefined) => a != null && b != null && a > b
  if (isAfter(start, end)) reader.fault('dateEnd', 'dates')
  else if (isAfter(from, to)) reader.fault('enrollmentEnd', 'dates')
  else if (isAfter(to, end)) reader.fault('enrollmentEnd', 'dates')
}

const importable = projectStates.filter((state) => state !== 'withdrawn')
const stateWords: Record<string, ProjectState> = {
  черновик: 'draft',
  опубликован: 'published',
  'в архиве': 'archived',
  архив: 'archived',
}
const steps: Record<ProjectState, ProjectState[]> = {
  draft: ['published'],
  published: ['archived'],
  archived: ['published'],
  withdrawn: [],
}

const readState =
  (project: ProjectRow | null) =>
  (cell: string): Read<ProjectState> => {
    const text = cell.trim().toLowerCase()
    const state = (stateWords[text] ?? text) as ProjectState
    if (text === '') return { value: project?.state ?? 'draft' }
    if (state === project?.state) return { value: state }
    if (!importable.includes(state as 'draft'))
      return { fault: { code: 'no_word', details: { value: cell.trim(), words: importable.join(', ') } } }
    if (project === null) return { value: state }
    if (!steps[project.state].includes(state)) return { fault: { code: 'state_step', details: { from: project.state, to: state } } }
    return state === 'archived' && project.isBusy ? { fault: { code: 'state_busy' } } : { value: state }
  }
