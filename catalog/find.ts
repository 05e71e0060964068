import type { Sort } from '#contract/project.ts'
import type { ProjectFilter, StatusFilter } from '#rules/filters.ts'
import type { Interval } from '#rules/project.ts'
import type { Hits } from '#search/index.ts'
import { addAll, type Bits, countBits, hasBit, keepBoth, setBit } from './bits.ts'
import type { Facets } from './facets.ts'
import type { Table } from './table.ts'

export type ProjectQuery = { filter: ProjectFilter; sort: Sort; page: number; pageSize: number; highlight?: boolean; choices?: boolean }
export type Found = {
  slots: number[]
  total: number
  facets(): Facets // counted on demand
}

export type TagNames = (tag: number | string) => number | undefined

export function find(table: Table, tagIdOf: TagNames, query: ProjectQuery, hits: Hits | null): Found {
  const { filter, page, pageSize } = query
  const matching = hits === null ? table.listed().slice() : bitsOfHits(table, hits)
  if (filter.tags) keepBoth(matching, anyTag(table, filter.tags, tagIdOf))
  if (filter.status) keepBoth(matching, anyStatus(table, filter.status))
  if (filter.dates) keepOverlapping(matching, table.columns.from, table.columns.to, filter.dates)
  if (filter.enrollment) keepOverlapping(matching, table.columns.enrollFrom, table.columns.enrollTo, filter.enrollment)
  const total = countBits(matching)
  const first = (page - 1) * pageSize
  return {
    slots: first >= total ? [] : pageOf(table, matching, total, query, hits, first, Math.min(first + pageSize, total)),
    total,
    facets: () => table.facets.count(matching),
  }
}

function bitsOfHits(table: Table, hits: Hits): Bits {
  const bits = new Uint32Array(table.listed().length)
  for (let i = 0; i < hits.count; i++) setBit(bits, hits.slots[i]!)
  keepBoth(bits, table.listed())
  return bits
}

function anyTag(table: Table, tags: (number | string)[], tagIdOf: TagNames): Bits {
  const bits = new Uint32Array(table.listed().length)
  for (const tag of tags) {
    const entry = table.tags.get(tagIdOf(tag) ?? 0)
    if (entry) addAll(bits, entry.bits)
  }
  return bits
}

function anyStatus(table: Table, statuses: StatusFilter[]): Bits {
  const bits = new Uint32Array(table.listed().length)
  for (const status of statuses) addAll(bits, status === 'running' ? table.running() : table.withStatus(status))
  return bits
}

// Skips the 32-bit words that other filters have already emptied.
function keepOverlapping(bits: Bits, from: Int32Array, to: Int32Array, range: Interval): void {
  if (range.from > range.to) return void bits.fill(0)
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word]! | 0
    if (left === 0) continue
    let overlapping = 0
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left)
      left &= left - 1
      const slot = (word << 5) | bit
      if (from[slot]! <= to[slot]! && from[slot]! <= range.to && range.from <= to[slot]!) overlapping |= 1 << bit
    }
    bits[word] = overlapping
  }
}

function pageOf(table: Table, matching: Bits, total: number, query: ProjectQuery, hits: Hits | null, first: number, end: number): number[] {
  if (query.sort === 'relevance' && hits !== null) return mostRelevant(table, matching, hits, first, end)
  // A query without words has no hits to rank.
  const order = table.order(query.sort === 'relevance' ? '-dateStart' : query.sort)
  if (total === table.count) return [...order.subarray(first, end)]
  const slots: number[] = []
  for (let i = 0, seen = 0; seen < end && i < order.length; i++) {
    const slot = order[i]!
    if (hasBit(matching, slot) && seen++ >= first) slots.push(slot)
  }
  return slots
}

const FEW = 200 // up to here, insertion into a sorted page is faster than sorting all hits

// Ties are broken by the default order, so the ranking is total and equal in every process.
function mostRelevant(table: Table, matching: Bits, { count, slots, scores }: Hits, first: number, end: number): number[] {
  const byDefault = table.compareBy('-dateStart')
  const better = (a: number, b: number): number => scores[b]! - scores[a]! || byDefault(slots[a]!, slots[b]!)
  const best: number[] = []
  let least = 0 // minimum score to enter the page
  for (let i = 0; i < count; i++) {
    if (scores[i]! < least || !hasBit(matching, slots[i]!)) continue
    if (end > FEW) {
      best.push(i)
      continue
    }
    let at = best.length
    while (at > 0 && better(i, best[at - 1]!) < 0) at--
    if (at === end) continue
    best.splice(at, 0, i)
    if (best.length > end) best.pop()
    if (best.length === end) least = scores[best[end - 1]!]!
  }
  if (end > FEW) best.sort(better)
  return best.slice(first, end).map((i) => slots[i]!)
}
