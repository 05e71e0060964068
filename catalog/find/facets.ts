import { type ChoiceCounts, type ChoiceKey, type ChoiceWord, choiceKeys, choiceWords } from '#contract/project/choices.ts'
import { type ProjectStatus, statuses } from '#contract/project.ts'
import { type Bits, slotsInto } from './bits.ts'
import type { CountedSet, Sets } from './sets.ts'

export type Facets = ChoiceCounts & { tags: { id: number; count: number }[]; status: { status: ProjectStatus; count: number }[] }
/** What a project has exactly one word of. */
export type Worded = { status: ProjectStatus } & { [K in ChoiceKey]: ChoiceWord }
/** The projects of each tag and of each word, and all of them. */
export type Groups = {
  listed: Bits
  count: number
  sets: Sets
  tags: ReadonlyMap<number, CountedSet>
  words: ReadonlyMap<string, CountedSet>[]
}

/** In the order of `Groups.words`. */
export const wordKeys = ['status', ...choiceKeys] as const
export const wordsOf = (key: (typeof wordKeys)[number]): readonly string[] => (key === 'status' ? statuses : choiceWords(key))
const wordLists = wordKeys.map(wordsOf)
const COMBINATIONS = wordLists.reduce((product, words) => product * words.length, 1)

/** The words of a project as one number, so that a further field costs nothing while projects are counted. */
const combinationOf = (project: Worded): number =>
  wordLists.reduce((number, words, i) => number * words.length + words.indexOf(project[wordKeys[i]!]), 0)

/** The number of projects with each word, from those with each combination. */
function countsOfWords(combinations: Uint32Array): Uint32Array[] {
  const counts = wordLists.map((words) => new Uint32Array(words.length))
  for (let combination = 0; combination < COMBINATIONS; combination++) {
    let rest = combination
    for (let i = wordLists.length - 1; i >= 0; i--) {
      const word = rest % wordLists[i]!.length
      counts[i]![word] = counts[i]![word]! + combinations[combination]!
      rest = (rest - word) / wordLists[i]!.length
    }
  }
  return counts
}

// Measured: reading the tags of one project takes as long as counting 48 words of a bitset.
const WORDS_PER_PROJECT = 48

// Tags and words of each slot in flat arrays: counting the facets of a small result reads memory sequentially.
export function createFacets() {
  const idOf: number[] = [0] // tag ids by dense index; 0 ends a row
  const indexOf = new Map<number, number>()
  let width = 4 // tags per row
  let rows = new Uint16Array(1024 * width)
  let combinations = new Uint16Array(1024)
  let tagCounts = new Uint32Array(64) // reused by every count
  let buffer = new Uint32Array(1024)
  const combinationCounts = new Uint32Array(COMBINATIONS)

  function grow(slot: number, tags: number): void {
    const present = combinations.length
    const capacity = Math.max(present, slot < present ? 0 : 2 * slot)
    const wider = Math.max(width, tags)
    if (capacity === present && wider === width) return
    const larger = new Uint16Array(capacity * wider)
    for (let row = 0; row < present; row++) larger.set(rows.subarray(row * width, (row + 1) * width), row * wider)
    const longer = new Uint16Array(capacity)
    longer.set(combinations)
    rows = larger
    combinations = longer
    width = wider
  }

  function begin(): void {
    if (tagCounts.length < idOf.length) tagCounts = new Uint32Array(idOf.length * 2)
    tagCounts.fill(0, 0, idOf.length)
    combinationCounts.fill(0)
  }

  /** Counts project by project. Variables of the closure are copied: V8 would read them again at every step. */
  function countEach(slots: Uint32Array, length: number): void {
    begin()
    const [tagsOf, perRow, words, byTag, byWords] = [rows, width, combinations, tagCounts, combinationCounts]
    for (let i = 0; i < length; i++) {
      const slot = slots[i]!
      const combination = words[slot]!
      byWords[combination] = byWords[combination]! + 1
      for (let at = slot * perRow, end = at + perRow; at < end; at++) {
        const tag = tagsOf[at]!
        if (tag === 0) break
        byTag[tag] = byTag[tag]! + 1
      }
    }
  }

  const counted = (groups: Groups, isComplement: boolean): Facets => {
    const tags: Facets['tags'] = []
    for (const [id, { count }] of groups.tags) {
      const seen = tagCounts[indexOf.get(id)!]!
      tags.push({ id, count: isComplement ? count - seen : seen })
    }
    const counts = countsOfWords(combinationCounts)
    return sorted(tags, (at, word, i) => (isComplement ? groups.words[at]!.get(word)!.count - counts[at]![i]! : counts[at]![i]!))
  }

  return {
    put(slot: number, tags: readonly number[], words: Worded): void {
      grow(slot, tags.length)
      combinations[slot] = combinationOf(words)
      for (let i = 0; i < width; i++) {
        const id = tags[i]
        if (id !== undefined && !indexOf.has(id)) indexOf.set(id, idOf.push(id) - 1)
        rows[slot * width + i] = id === undefined ? 0 : indexOf.get(id)!
      }
    },
    /** The facets of `total` matching projects, which are in row 0 of the sets, in the way that reads the least. */
    count(groups: Groups, matching: Bits, total: number): Facets {
      const others = groups.count - total
      if (isCheaperBySet(groups, matching.length, Math.min(total, others))) return countedBySet(groups, matching.length)
      const isComplement = others < total
      const few = isComplement ? others : total
      if (buffer.length < few) buffer = new Uint32Array(few * 2)
      if (few > 0) slotsInto(buffer, matching, isComplement ? groups.listed : null)
      countEach(buffer, few)
      return counted(groups, isComplement)
    },
    countSlots(groups: Groups, slots: Uint32Array, count: number): Facets {
      countEach(slots, count)
      return counted(groups, false)
    },
  }
}

/** Than reading this number of projects. */
export const isCheaperBySet = (groups: Groups, words: number, projects: number): boolean =>
  groups.sets.size * words < WORDS_PER_PROJECT * projects

function countedBySet(groups: Groups, words: number): Facets {
  const tags: Facets['tags'] = []
  for (const [id, set] of groups.tags) if (set.count > 0) tags.push({ id, count: groups.sets.countResult(words, set) })
  return sorted(tags, (at, word) => groups.sets.countResult(words, groups.words[at]!.get(word)))
}

function sorted(tags: Facets['tags'], countOf: (at: number, word: string, i: number) => number): Facets {
  const [status, ...choices] = wordLists.map((words, at) => words.map((word, i) => ({ word, count: countOf(at, word, i) })))
  return {
    tags: tags.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || a.id - b.id),
    status: status!.map(({ word, count }) => ({ status: word as ProjectStatus, count })),
    ...(Object.fromEntries(choiceKeys.map((key, i) => [key, choices[i]])) as ChoiceCounts),
  }
}
