import { type ProjectStatus, statuses } from '#contract/project.ts'
import { type Bits, countBoth } from './bits.ts'

export type Facets = { tags: { id: number; count: number }[]; status: { status: ProjectStatus; count: number }[] }
export type CountedSet = { bits: Bits; count: number }
/** The projects of each tag and of each status, and all of them. */
export type Sets = { listed: Bits; count: number; tags: ReadonlyMap<number, CountedSet>; status: ReadonlyMap<ProjectStatus, CountedSet> }

// Measured: reading the tags of one project takes as long as counting 8 words of a bitset.
const WORDS_PER_PROJECT = 8

// Tags and status of each slot in flat arrays: counting the facets of a small result reads memory sequentially.
export function createFacets() {
  const idOf: number[] = [0] // tag ids by dense index; 0 ends a row
  const indexOf = new Map<number, number>()
  let width = 4 // tags per row
  let rows = new Uint16Array(1024 * width)
  let statusOf = new Uint8Array(1024)
  let tagCounts = new Uint32Array(64) // reused by every count
  const statusCounts = new Uint32Array(statuses.length)

  function grow(slot: number, tags: number): void {
    const capacity = Math.max(statusOf.length, slot < statusOf.length ? 0 : 2 * slot)
    const wider = Math.max(width, tags)
    if (capacity === statusOf.length && wider === width) return
    const larger = new Uint16Array(capacity * wider)
    for (let row = 0; row < statusOf.length; row++) larger.set(rows.subarray(row * width, (row + 1) * width), row * wider)
    const status = new Uint8Array(capacity)
    status.set(statusOf)
    rows = larger
    statusOf = status
    width = wider
  }

  function begin(): void {
    if (tagCounts.length < idOf.length) tagCounts = new Uint32Array(idOf.length * 2)
    tagCounts.fill(0, 0, idOf.length)
    statusCounts.fill(0)
  }

  function add(slot: number): void {
    const status = statusOf[slot]!
    statusCounts[status] = statusCounts[status]! + 1
    for (let at = slot * width, end = at + width; at < end; at++) {
      const tag = rows[at]!
      if (tag === 0) break
      tagCounts[tag] = tagCounts[tag]! + 1
    }
  }

  /** Counts project by project: `bits`, or `of` without `bits`. */
  function countEach(bits: Bits, of?: Bits): void {
    begin()
    for (let word = 0; word < bits.length; word++) {
      // As a signed integer, so that V8 keeps it a small integer.
      let left = of === undefined ? bits[word]! | 0 : of[word]! & ~bits[word]!
      for (; left !== 0; left &= left - 1) add((word << 5) | (31 - Math.clz32(left & -left)))
    }
  }

  const counted = (sets: Sets, isComplement: boolean): Facets => {
    const tags: Facets['tags'] = []
    for (const [id, { count }] of sets.tags) {
      const seen = tagCounts[indexOf.get(id)!]!
      tags.push({ id, count: isComplement ? count - seen : seen })
    }
    return sorted(tags, (status, i) => (isComplement ? sets.status.get(status)!.count - statusCounts[i]! : statusCounts[i]!))
  }

  return {
    put(slot: number, tags: readonly number[], status: ProjectStatus): void {
      grow(slot, tags.length)
      statusOf[slot] = statuses.indexOf(status)
      for (let i = 0; i < width; i++) {
        const id = tags[i]
        if (id !== undefined && !indexOf.has(id)) indexOf.set(id, idOf.push(id) - 1)
        rows[slot * width + i] = id === undefined ? 0 : indexOf.get(id)!
      }
    },
    /** The facets of `total` matching projects, in the way that reads the least. */
    count(sets: Sets, matching: Bits, total: number): Facets {
      const others = sets.count - total
      if (isCheaperBySet(sets, matching.length, Math.min(total, others))) return countedBySet(sets, matching)
      if (total <= others) {
        countEach(matching)
        return counted(sets, false)
      }
      countEach(matching, sets.listed)
      return counted(sets, true)
    },
    countSlots(sets: Sets, slots: Uint32Array, count: number): Facets {
      begin()
      for (let i = 0; i < count; i++) add(slots[i]!)
      return counted(sets, false)
    },
  }
}

/** Than reading this number of projects. */
export const isCheaperBySet = (sets: Sets, words: number, projects: number): boolean =>
  (sets.tags.size + statuses.length) * words < WORDS_PER_PROJECT * projects

function countedBySet(sets: Sets, matching: Bits): Facets {
  const tags: Facets['tags'] = []
  for (const [id, { bits, count }] of sets.tags) if (count > 0) tags.push({ id, count: countBoth(matching, bits) })
  return sorted(tags, (status) => countBoth(matching, sets.status.get(status)!.bits))
}

const sorted = (tags: Facets['tags'], countOf: (status: ProjectStatus, i: number) => number): Facets => ({
  tags: tags.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || a.id - b.id),
  status: statuses.map((status, i) => ({ status, count: countOf(status, i) })),
})
