import { SynonymDraft, type SynonymEntry } from '#contract/console/synonym.ts'
import { MOST_SYNONYMS, MOST_WORDS, type Synonym, type SynonymKind, synonymKinds } from '#contract/vocabulary/synonym.ts'
import { readSynonym, synonymTitle, takenWords } from '#rules/console/synonym.ts'
import { matchKey } from '#rules/project/project.ts'
import { asList, type Read } from '#spreadsheet/cell/cell-read.ts'
import { synonymCells } from '#spreadsheet/cell/cells.ts'
import type { Cells, Line } from '#spreadsheet/column/columns.ts'
import { inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import { readWord } from '#spreadsheet/texts.ts'
import { splitList } from '#spreadsheet/write/list.ts'
import type { ImportedSynonym } from '#store/spreadsheet/import.ts'
import { type PlannedRow, RowReader } from './plan.ts'

// Synonyms have no name. A two-way row changes the entry it shares most words with, a one-way row the entry with the same words.

type Planned = { reader: RowReader; row: number; id: number | null; synonym: Synonym }

/** null: not a kind. Without a kind, the other cells tell. */
function kindOf({ kind = '', expandsTo = '' }: Cells): SynonymKind | null {
  const key = matchKey(kind)
  if (key === '') return expandsTo.trim() === '' ? 'two-way' : 'one-way'
  return readWord(synonymKinds, key) ?? null
}

const readersOf = ({ cells }: Line) => ({
  kind: (cell: string): Read<SynonymKind> => {
    const value = kindOf(cells)
    return value === null ? { fault: { code: 'no_word', details: { value: cell.trim(), words: synonymKinds.join(', ') } } } : { value }
  },
  words: asList,
  expandsTo: asList,
})

const keyOf = (words: readonly string[]): string => words.map(matchKey).toSorted().join('\n')
const exactKey = ({ kind, words, expandsTo }: Synonym): string => `${kind}\n${keyOf(words)}\n\n${keyOf(expandsTo)}`

/** Which entry each row changes; every entry is changed by one row at most. */
function matchRows(lines: readonly Line[], existing: readonly SynonymEntry[]): Map<Line, SynonymEntry> {
  const found = new Map<Line, SynonymEntry>()
  const free = new Set(existing)
  const given = lines.map((line) => ({
    line,
    kind: kindOf(line.cells) ?? 'two-way',
    words: splitList(line.cells.words ?? '').slice(0, MOST_WORDS),
    expandsTo: splitList(line.cells.expandsTo ?? '').slice(0, MOST_WORDS),
  }))
  const claim = (line: Line, entries: readonly SynonymEntry[] = []): void => {
    const entry = found.has(line) ? undefined : entries.find((one) => free.has(one))
    if (!entry) return
    found.set(line, entry)
    free.delete(entry)
  }
  const byKey = (keyOf: (entry: SynonymEntry) => string): Map<string, SynonymEntry[]> => Map.groupBy(existing, keyOf)
  const byContent = byKey(exactKey)
  for (const row of given) claim(row.line, byContent.get(exactKey(row)))
  const byWords = byKey(({ kind, words }) => `${kind}\n${keyOf(words)}`)
  for (const { line, kind, words } of given) claim(line, byWords.get(`${kind}\n${keyOf(words)}`))
  const byWord = new Map<string, SynonymEntry>()
  for (const entry of existing) if (entry.kind === 'two-way') for (const word of entry.words) byWord.set(matchKey(word), entry)
  for (const { line, kind, words } of given) {
    if (kind !== 'two-way' || found.has(line)) continue
    const shared = new Map<SynonymEntry, number>()
    for (const word of words) {
      const entry = byWord.get(matchKey(word))
      if (entry) shared.set(entry, (shared.get(entry) ?? 0) + 1)
    }
    claim(
      line,
      [...shared].toSorted((a, b) => b[1] - a[1]).map(([entry]) => entry),
    )
  }
  return found
}

/**
 * Checked against all entries after the import, so that words may move from one entry to another. Of two changed rows the second is refused;
 * entries that the sheet does not change stay as they are.
 */
function refuseTakenWords(planned: readonly Planned[], existing: readonly SynonymEntry[]): void {
  const good = planned.filter(({ reader }) => reader.faults.length === 0)
  const changed = new Set(good.map(({ id }) => id))
  const isChanged = ({ id, reader }: Planned): boolean => id === null || reader.changes.length > 0
  const rowOf = new Map(good.filter(isChanged).map(({ synonym, row }) => [synonym, row]))
  const find = takenWords<Synonym>([...existing.filter(({ id }) => !changed.has(id)), ...good.map(({ synonym }) => synonym)])
  const rowWith = new Map<string, number>()
  for (const one of good) {
    const { reader, row, synonym } = one
    const key = exactKey(synonym)
    const taken = find(synonym)
    if (rowWith.has(key)) reader.fault('words', 'twice', { row: rowWith.get(key)! })
    else if (isChanged(one) && taken && (rowOf.get(taken.other) ?? 0) < row)
      reader.fault('words', 'in_other_entry', { value: taken.word, other: synonymTitle(taken.other) })
    rowWith.set(key, rowWith.get(key) ?? row)
  }
}

export async function planSynonyms(
  lines: readonly Line[],
  existing: readonly SynonymEntry[],
  slices?: Slices,
): Promise<{ rows: PlannedRow[]; writes: ImportedSynonym[] }> {
  const entryOf = matchRows(lines, existing)
  const planned: Planned[] = []
  let count = existing.length
  await inSlices(
    lines,
    (line) => {
      const before = entryOf.get(line)
      const reader = new RowReader(line, before ? synonymCells(before) : null)
      const draft = reader.draft<SynonymDraft>(SynonymDraft.properties, readersOf(line))
      const { synonym, faults } = readSynonym({ ...(before ?? { kind: kindOf(line.cells) ?? 'two-way', words: [] }), ...draft })
      const isChanged = !before || Object.keys(draft).length > 0
      if (isChanged && !reader.isFaulty('kind')) reader.refuse(faults) // the other rules depend on the kind
      reader.noteDraft(draft, synonymCells(synonym))
      if (!before && ++count > MOST_SYNONYMS) reader.fault(null, 'too_many_synonyms', { most: MOST_SYNONYMS })
      planned.push({ reader, row: line.row, id: before?.id ?? null, synonym })
    },
    slices,
  )
  refuseTakenWords(planned, existing)
  const rows = planned.map(({ reader, synonym }) => reader.planned(synonymTitle(synonym) || (reader.cells.words ?? '')))
  const isWritten = (at: number): boolean => rows[at]!.what === 'create' || rows[at]!.what === 'change'
  return { rows, writes: planned.filter((_, at) => isWritten(at)).map(({ id, synonym }) => ({ id, ...synonym })) }
}
