import type { ListOrder, Table } from '#catalog/table.ts'
import { choiceKeys } from '#contract/project/choices.ts'
import type { Sort } from '#contract/project.ts'
import type { ProjectFilter, StatusFilter } from '#rules/project/filters.ts'
import type { Hits } from '#search/index.ts'
import { addAll, type Bits, hasBit, keepBoth, setBit, slotsInto } from './bits.ts'
import type { Facets } from './facets.ts'

export type ProjectQuery = { filter: ProjectFilter; sort: Sort; page: number; pageSize: number; highlight?: boolean; choices?: boolean }
/** Uses buffers of the table: facets can be counted until the next call of find(). */
export type Found = {
  slots: number[]
  total: number
  facets(): Facets // counted on demand
}

export type TagNames = (tag: number | string) => number | undefined

const VERY_FEW = 32 // up to here, sorting the matches is faster than finding them in the order
const veryFew = new Uint32Array(VERY_FEW)
const FEW = 200 // up to here, insertion into a sorted page is faster than sorting all hits

export function find(table: Table, tagIdOf: TagNames, query: ProjectQuery, hits: Hits | null): Found {
  return hits === null ? findListed(table, tagIdOf, query) : findAmong(table, tagIdOf, query, hits)
}

function findListed(table: Table, tagIdOf: TagNames, query: ProjectQuery): Found {
  const matching = matchesOf(table, tagIdOf, query.filter)
  const total = table.countResult()
  // A query without words has no hits to rank.
  const by = query.sort === 'relevance' ? '-dateStart' : query.sort
  return { slots: pageOf(table, matching, total, by, query), total, facets: () => table.facetsOfResult(total) }
}

function findAmong(table: Table, tagIdOf: TagNames, query: ProjectQuery, hits: Hits): Found {
  const { filter, sort } = query
  const found = allowedOf(hits, isFiltered(filter) ? matchesOf(table, tagIdOf, filter) : table.listed())
  const total = found.count
  const slots = sort === 'relevance' ? mostRelevant(table, found, query) : pageOf(table, bitsOf(table, found), total, sort, query)
  return { slots, total, facets: () => facetsOf(table, found) }
}

const isFiltered = ({ tags, status, dates, enrollment, choices }: ProjectFilter): boolean =>
  tags !== null || status !== null || dates !== null || enrollment !== null || choices !== undefined

/** The projects that pass the filters other than the text. */
export const allowedBits = (table: Table, tagIdOf: TagNames, filter: ProjectFilter): Bits =>
  isFiltered(filter) ? matchesOf(table, tagIdOf, filter).slice() : table.listed()

function facetsOf(table: Table, found: Hits): Facets {
  if (!table.isCountedBySet(found.count)) return table.facetsOfSlots(found.slots, found.count)
  bitsOf(table, found)
  return table.facetsOfResult(found.count)
}

let allowedSlots = new Uint32Array(1024)
let allowedScores = new Float32Array(1024)

/** The hits that are allowed, in buffers that the next call reuses. */
function allowedOf({ count, slots, scores }: Hits, allowed: Bits): Hits {
  if (count > allowedSlots.length) {
    allowedSlots = new Uint32Array(count * 2)
    allowedScores = new Float32Array(count * 2)
  }
  let kept = 0
  for (let i = 0; i < count; i++) {
    const slot = slots[i]!
    if (!hasBit(allowed, slot)) continue
    allowedSlots[kept] = slot
    allowedScores[kept++] = scores[i]!
  }
  return { count: kept, slots: allowedSlots, scores: allowedScores }
}

function matchesOf(table: Table, tagIdOf: TagNames, { tags, status, dates, enrollment, choices = {} }: ProjectFilter): Bits {
  const matching = table.resultBits()
  matching.set(table.listed().subarray(0, matching.length))
  if (tags)
    keepAny(
      table,
      matching,
      tags.map((tag) => table.tags.get(tagIdOf(tag) ?? 0)?.bits),
    )
  if (status)
    keepAny(
      table,
      matching,
      status.map((word) => statusBits(table, word)),
    )
  for (const key of choiceKeys)
    if (choices[key])
      keepAny(
        table,
        matching,
        choices[key].map((word) => table.withChoice(key, word)),
      )
  if (dates) table.keepOverlapping(matching, 'dates', dates)
  if (enrollment) table.keepOverlapping(matching, 'enrollment', enrollment)
  return matching
}

const statusBits = (table: Table, status: StatusFilter): Bits => (status === 'running' ? table.running() : table.withStatus(status))

function keepAny(table: Table, matching: Bits, given: (Bits | undefined)[]): void {
  const sets = given.filter((bits) => bits !== undefined)
  if (sets.length === 0) matching.fill(0)
  else if (sets.length === 1) keepBoth(matching, sets[0]!)
  else {
    const union = table.scratchBits()
    union.fill(0)
    for (const bits of sets) addAll(union, bits)
    keepBoth(matching, union)
  }
}

function bitsOf(table: Table, { slots, count }: Pick<Hits, 'slots' | 'count'>): Bits {
  const bits = table.resultBits()
  bits.fill(0)
  for (let i = 0; i < count; i++) setBit(bits, slots[i]!)
  return bits
}

function pageOf(table: Table, matching: Bits, total: number, by: ListOrder, { page, pageSize }: ProjectQuery): number[] {
  const first = (page - 1) * pageSize
  const end = Math.min(first + pageSize, total)
  if (first >= total) return []
  if (total === table.count) return [...table.order(by).subarray(first, end)]
  if (total <= VERY_FEW) return [...veryFew.subarray(0, slotsInto(veryFew, matching))].sort(table.compareBy(by)).slice(first, end)
  return table.select(by, matching, first, end)
}

// Equal scores are ordered by open enrollment, then by publication, latest first: the ranking is total and equal in every process.
function mostRelevant(table: Table, { count: total, slots, scores }: Hits, { page, pageSize }: ProjectQuery): number[] {
  const first = (page - 1) * pageSize
  const end = Math.min(first + pageSize, total)
  if (first >= total) return []
  const open = table.withStatus('open')
  const byPublication = table.compareBy('-publishedAt')
  const better = (a: number, b: number): number => {
    if (scores[a] !== scores[b]) return scores[b]! - scores[a]!
    const [left, right] = [slots[a]!, slots[b]!]
    return Number(hasBit(open, right)) - Number(hasBit(open, left)) || byPublication(left, right)
  }
  if (end > FEW) {
    const best = Array.from({ length: total }, (_, i) => i)
    return best
      .sort(better)
      .slice(first, end)
      .map((i) => slots[i]!)
  }
  const best: number[] = []
  let least = 0 // minimum score to enter the page
  for (let i = 0; i < total; i++) {
    if (scores[i]! < least) continue
    let at = best.length
    while (at > 0 && better(i, best[at - 1]!) < 0) at--
    if (at === end) continue
    best.splice(at, 0, i)
    if (best.length > end) best.pop()
    if (best.length === end) least = scores[best[end - 1]!]!
  }
  return best.slice(first).map((i) => slots[i]!)
}
