import { type ProjectStatus, statuses } from '#contract/project.ts'
import { type Bits, slotsInto } from './bits.ts'
import type { CountedSet, Sets } from './sets.ts'

export type Facets = { tags: { id: number; count: number }[]; status: { status: ProjectStatus; count: number }[] }
/** The projects of each tag and of each status, and all of them. */
export type Groups = {
  listed: Bits
  count: number
  sets: Sets
  tags: ReadonlyMap<number, CountedSet>
  status: ReadonlyMap<ProjectStatus, CountedSet>
}

// Measured: reading the tags of one project takes as long as counting 48 words of a bitset.
const WORDS_PER_PROJECT = 48

// Tags and status of each slot in flat arrays: counting the facets of a small result reads memory sequentially.
export function createFacets() {
  const idOf: number[] = [0] // tag ids by dense index; 0 ends a row
  const indexOf = new Map<number, number>()
  let width = 4 // tags per row
  let rows = new Uint16Array(1024 * width)
  let statusOf = new Uint8Array(1024)
  let tagCounts = new Uint32Array(64) // reused by every count
  let buffer = new Uint32Array(1024)
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

  /** Counts project by project. Variables of the closure are copied: V8 would read them again at every step. */
  function countEach(slots: Uint32Array, length: number): void {
    begin()
    const [tagsOf, perRow, states, byTag, byStatus] = [rows, width, statusOf, tagCounts, statusCounts]
    for (let i = 0; i < length; i++) {
      const slot = slots[i]!
      const status = states[slot]!
      byStatus[status] = byStatus[status]! + 1
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
    return sorted(tags, (status, i) => (isComplement ? groups.status.get(status)!.count - statusCounts[i]! : statusCounts[i]!))
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
  return sorted(tags, (status) => groups.sets.countResult(words, groups.status.get(status)))
}

const sorted = (tags: Facets['tags'], countOf: (status: ProjectStatus, i: number) => number): Facets => ({
  tags: tags.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || a.id - b.id),
  status: statuses.map((status, i) => ({ status, count: countOf(status, i) })),
})
