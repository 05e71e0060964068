import type { TSchema } from 'typebox'
import { createRound, type RoundInput, type RoundValues } from '#contract/console/round.ts'
import { bundleReaders, MOST_DRAFT_ROUNDS, placementRules, roundModes } from '#contract/round.ts'
import { matchKey } from '#rules/project/project.ts'
import { defaultRound, joiningOf, readRound, whyNotJoinRound, withWindow } from '#rules/round/input.ts'
import { createFreeSlugs, isSlugShape } from '#rules/text/slug.ts'
import { NAME_MAX, readName } from '#rules/text/text.ts'
import { createCalendar } from '#rules/time/day.ts'
import type { Offsets } from '#rules/time/wall-clock.ts'
import { zoneOf } from '#rules/time/zone.ts'
import { asNumber, asText, type Read, whyOverLimit } from '#spreadsheet/cell/cell-read.ts'
import { roundCells } from '#spreadsheet/cell/cells.ts'
import { type DirectoryClock, onClock } from '#spreadsheet/cell/round-cells.ts'
import { asTime, dayAlone, writeTime } from '#spreadsheet/cell/time-read.ts'
import type { Line } from '#spreadsheet/column/columns.ts'
import { limitedSuggestions, nearKey } from '#spreadsheet/column/suggest.ts'
import { several } from '#spreadsheet/messages.ts'
import { inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import { readWord } from '#spreadsheet/texts.ts'
import { joinList, splitNames } from '#spreadsheet/write/list.ts'
import type { JoiningProject } from '#store/round/edit.ts'
import type { RoundSheetRow } from '#store/spreadsheet/export.ts'
import type { ImportedRound } from '#store/spreadsheet/import-round.ts'
import { type PlannedRow, RowReader } from './plan.ts'
import { type NamedSlug, projectFinder } from './project-finder.ts'

// A round is matched by its slug; a row without a slug by its exact name. Only drafts are created and changed: an announced round is compared.

/** `projects`: those of the rows and of the drafts. */
export type CurrentRounds = { rounds: RoundSheetRow[]; slugs: NamedSlug[]; projects: JoiningProject[] }

const schemas = createRound.body.properties

/** An empty cell changes nothing. */
const asWord =
  <T extends string>(words: readonly T[], otherwise: T) =>
  (cell: string): Read<T> => {
    const key = matchKey(cell)
    const value = key === '' ? otherwise : readWord(words, key)
    return value === undefined ? { fault: { code: 'no_word', details: { value: cell.trim(), words: words.join(', ') } } } : { value }
  }
const asCount =
  (schema: TSchema, otherwise: number) =>
  (cell: string): Read<number> => {
    const read = asNumber(schema)(cell)
    return 'fault' in read ? read : { value: read.value ?? otherwise }
  }

const readersOf = (before: typeof defaultRound, offsets: Offsets) => ({
  name: asText,
  mode: asWord(roundModes, before.mode),
  rule: asWord(placementRules, before.rule),
  opensAt: asTime(offsets, dayAlone.opensAt),
  closesAt: asTime(offsets, dayAlone.closesAt),
  mostChoices: asCount(schemas.mostChoices, before.mostChoices),
  offerHours: asCount(schemas.offerHours, before.offerHours),
  bundleFor: asWord(bundleReaders, before.bundleFor),
})

const slugOf = ({ cells }: Line): string => (cells.slug ?? '').trim()
const nameOf = ({ cells }: Line): string => (cells.name ?? '').trim()

function listReader(slugs: readonly NamedSlug[]) {
  const finder = projectFinder(slugs)
  const itemsOf = (cell: string): string[] => [...new Set(splitNames(cell, (item) => typeof finder.find(item) !== 'string'))]
  const likely = limitedSuggestions(finder.suggest)
  return {
    idsIn: (cell: string): number[] => itemsOf(cell).flatMap(finder.ids),
    cellOf: (ids: readonly number[]): string => joinList(ids.map((id) => finder.slugOf.get(id)!).toSorted()),
    read(cell: string): Read<number[]> {
      const found = itemsOf(cell).map((item) => ({ item, project: finder.find(item) }))
      const named = (why: 'unknown' | 'several') => found.flatMap(({ item, project }) => (project === why ? item : []))
      const unknown = named('unknown')
      if (unknown.length > 0)
        return {
          fault: { code: 'unknown_project', details: { value: several(unknown) } },
          suggestions: found.length === 1 ? likely(unknown[0]!) : [],
        }
      const [ambiguous] = named('several')
      if (ambiguous !== undefined) return { fault: { code: 'several_projects', details: { value: ambiguous } } }
      const ids = [...new Set(found.flatMap(({ project }) => (typeof project === 'string' ? [] : project.id)))]
      const tooMany = whyOverLimit(schemas.projects, ids)
      return tooMany ? { fault: tooMany } : { value: ids }
    },
  }
}

/** The projects that the rows and the drafts have; needed first, so that they can be locked before they are read. */
export function projectIdsOfRounds(lines: readonly Line[], rounds: readonly RoundSheetRow[], slugs: readonly NamedSlug[]): number[] {
  const { idsIn } = listReader(slugs)
  const drafts = rounds.filter(({ announcedAt }) => announcedAt === null).flatMap(({ projects }) => projects.map(({ id }) => id))
  return [...new Set([...drafts, ...lines.flatMap(({ cells }) => idsIn(cells.projects ?? ''))])]
}

const newDraft = { id: 0, announcedAt: null, sealedAt: null, publishedAt: null, endedAt: null, projects: [] }

type Planned = { reader: RowReader; stored: RoundSheetRow | null; round: RoundValues; projects: number[] | null; title: string }

export async function planRounds(
  lines: readonly Line[],
  current: CurrentRounds,
  clock: DirectoryClock,
  slices?: Slices,
): Promise<{ rows: PlannedRow[]; writes: ImportedRound[] }> {
  const { offsets } = zoneOf(clock.timeZone, clock.at)
  const shown = onClock(clock)
  const bySlug = new Map(current.rounds.map((round) => [round.slug, round]))
  const byName = Map.groupBy(current.rounds, ({ name }) => name)
  const byNear = new Map(current.rounds.map(({ name }) => [nearKey(name), name]))
  const given = new Set(lines.map(slugOf))
  const free = createFreeSlugs((slug) => bySlug.has(slug) || given.has(slug))
  const slugs = { isTaken: () => false, free } // a slug that exists is the one of the row
  const list = listReader(current.slugs)
  const rowOf = new Map<string, number>()
  const planned: Planned[] = []

  function findRound(line: Line): { stored: RoundSheetRow | null; isAmbiguous: boolean } {
    if (slugOf(line) !== '') return { stored: bySlug.get(slugOf(line)) ?? null, isAmbiguous: false }
    const named = byName.get(nameOf(line)) ?? byName.get(readName(nameOf(line)) ?? '') ?? []
    return { stored: named.length === 1 ? named[0]! : null, isAmbiguous: named.length > 1 }
  }

  function checkSlug(reader: RowReader): void {
    const cell = reader.cells.slug ?? ''
    const tooLong = whyOverLimit(schemas.slug, cell)
    if (tooLong) reader.faults.push({ column: 'slug', sentence: tooLong })
    else if (cell.trim() !== '' && !isSlugShape(cell)) reader.fault('slug', 'wrong_type', { value: cell.trim() })
  }

  await inSlices(
    lines,
    (line) => {
      const { stored, isAmbiguous } = findRound(line)
      const reader = new RowReader(line, stored && { ...roundCells(shown(stored)), slug: line.cells.slug ?? '' })
      if (isAmbiguous) reader.fault('name', 'several_rounds', { value: nameOf(line) })
      const key = stored
        ? `id ${stored.id}`
        : slugOf(line) !== ''
          ? `slug ${slugOf(line)}`
          : `name ${readName(nameOf(line)) ?? nameOf(line)}`
      const earlier = rowOf.get(key)
      if (earlier !== undefined && (stored || nameOf(line) !== ''))
        reader.fault(slugOf(line) !== '' ? 'slug' : 'name', 'twice', { row: earlier })
      else rowOf.set(key, line.row)
      const draft = reader.draft<RoundInput>(schemas, readersOf(stored ?? defaultRound, offsets))
      // In another spelling, too: the clock of an export has no seconds, and shows some times twice a year.
      for (const key of ['opensAt', 'closesAt'] as const)
        if (draft[key] && writeTime(offsets, draft[key]) === reader.exported?.[key]) delete draft[key]
      const slug = stored || slugOf(line) === '' ? undefined : slugOf(line)
      const { round, faults, isNamed } = readRound({ ...draft, slug }, stored, slugs)
      const isDraft = stored === null || stored.announcedAt === null
      if (!stored) checkSlug(reader)
      if (!isNamed && !reader.isFaulty('name'))
        if (nameOf(line) === '') reader.fault('name', 'required')
        else reader.fault('name', 'invalid_name', { value: nameOf(line), most: NAME_MAX })
      for (const { path, code } of isDraft ? faults : [])
        if (!reader.isFaulty(path)) {
          if (code === 'not_a_date') reader.fault(path, 'not_a_time', { value: line.cells[path] ?? '' })
          else reader.fault(path, 'closes_early')
        }
      const near = stored ? undefined : byNear.get(nearKey(round.name) || '\0')
      if (near !== undefined && !isAmbiguous && earlier === undefined) reader.warn('name', 'near_round', { value: near }, [near])
      reader.noteDraft({ ...draft, ...(stored ? {} : { slug: round.slug }) }, roundCells(shown({ ...newDraft, ...round })))
      const projects = reader.value<number[] | null>('projects', null, list.read, (ids) => list.cellOf(ids ?? []))
      if (!isDraft) for (const { column } of reader.changes) reader.fault(column, 'round_announced')
      planned.push({ reader, stored, round, projects, title: round.name || nameOf(line) || round.slug })
    },
    slices,
  )
  const joining = planJoining(planned, current.projects, list.cellOf)
  refuseBeyondLimit(planned, current.rounds.filter(({ announcedAt }) => announcedAt === null).length)
  const calendar = createCalendar(clock.timeZone)
  const rows = planned.map(({ reader, title }) => reader.planned(title))
  const writes = planned.flatMap((one, at): ImportedRound | ImportedRound[] => {
    const { what, changes } = rows[at]!
    if (what !== 'create' && what !== 'change') return []
    const round = withWindow(one.round, calendar)
    const isChanged = changes.some(({ column }) => column !== 'projects')
    const ids = joining.get(one) ?? { added: [], removed: [] }
    return one.stored ? { id: one.stored.id, round: isChanged ? round : null, ...ids } : { id: null, round, ...ids }
  })
  return { rows, writes }
}

/**
 * Which projects join and leave. Checked against all rounds after the import, so that a project may move from one draft to another; of two rows
 * with the same project the second is refused.
 */
function planJoining(
  planned: readonly Planned[],
  projects: readonly JoiningProject[],
  cellOf: (ids: readonly number[]) => string,
): Map<Planned, { added: number[]; removed: number[] }> {
  const known = new Map(projects.map((project) => [project.id, project]))
  const good = planned.flatMap((one) => {
    if (one.projects === null || one.reader.faults.length > 0) return []
    const own = one.stored?.projects.map(({ id }) => id) ?? []
    const present = [...new Set([...one.projects, ...own])].flatMap((id) => known.get(id) ?? [])
    return { one, ...joiningOf(one.stored?.id ?? null, one.projects, present) }
  })
  const freed = new Set(good.flatMap(({ removed }) => removed))
  const takenBy = new Map<JoiningProject, string>()
  for (const { one, added, missing } of good) {
    if (missing !== undefined) one.reader.fault('projects', 'unknown_project', { value: cellOf([missing]) })
    const roundOf = (project: JoiningProject): string | undefined =>
      takenBy.get(project) ??
      (whyNotJoinRound(freed.has(project) ? { ...project, round: null } : project, false) === null ? undefined : (project.roundName ?? ''))
    const first = added.map(roundOf).find((round) => round !== undefined)
    if (first !== undefined) {
      const names = added.filter((project) => roundOf(project) === first).map(({ name }) => name)
      one.reader.fault('projects', 'project_in_round', { value: several(names), round: first })
    }
    for (const project of added) if (!takenBy.has(project)) takenBy.set(project, one.round.name)
  }
  const idsOf = (list: readonly JoiningProject[]): number[] => list.map(({ id }) => id)
  return new Map(good.map(({ one, added, removed }) => [one, { added: idsOf(added), removed: idsOf(removed) }]))
}

function refuseBeyondLimit(planned: readonly Planned[], drafts: number): void {
  const created = planned.filter(({ stored, reader }) => stored === null && reader.faults.length === 0)
  for (const { reader } of created.slice(Math.max(0, MOST_DRAFT_ROUNDS - drafts)))
    reader.fault(null, 'too_many_rounds', { most: MOST_DRAFT_ROUNDS })
}
