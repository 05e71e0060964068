import { type ChoiceKey, choiceKeys, NOT_STATED } from '#contract/project/choices.ts'
import { type ProjectValues, peopleKeys, picked } from '#contract/project/fields.ts'
import type { ProjectStatus, Sort } from '#contract/project.ts'
import {
  enrollmentWindow,
  type Interval,
  isRunning,
  nameKey,
  type ProjectDates,
  projectInterval,
  recommendedKey,
  statusOf,
} from '#rules/project/project.ts'
import { readDay } from '#rules/time/day.ts'
import type { PublishedProject, StoredFile } from '#store/project/published.ts'
import { type Bits, clearBit, grown, hasBit, setBit, wordsFor } from './find/bits.ts'
import { createFacets, type Facets, type Groups, isCheaperBySet, type Worded, wordKeys, wordsOf } from './find/facets.ts'
import { createOrder, type Order } from './find/order.ts'
import { type CountedSet, createSets } from './find/sets.ts'
import { createWindows } from './windows.ts'
import { detailPart, digestOf, listPart, type Utf8 } from './write.ts'

export type Entry = Worded & {
  id: number
  slug: string
  formerSlugs: string[]
  nameKey: string
  dates: ProjectDates
  teamLimit: number | null
  teamsWorking: number
  publishedAt: number
  tags: number[]
  teams: number[]
  related: number[]
  files: StoredFile[]
  ofPeople: Pick<ProjectValues, (typeof peopleKeys)[number]> // for those who may see people
  requirements: string // searched, but in no list
  listPart: Utf8 // JSON of the project in lists
  listDigest: string
  detailDigest: string
  detailPart: Utf8 // JSON of the additional fields of the detail, without people and files
}

// Unknown dates come last in both directions.
const sortValues: Record<Exclude<Sort, 'relevance' | 'name' | '-name'>, (entry: Entry) => number> = {
  dateStart: (entry) => entry.dates.dateStart ?? Infinity,
  '-dateStart': (entry) => -(entry.dates.dateStart ?? -Infinity),
  dateEnd: (entry) => entry.dates.dateEnd ?? Infinity,
  '-dateEnd': (entry) => -(entry.dates.dateEnd ?? -Infinity),
  enrollmentEnd: (entry) => entry.dates.enrollmentEnd ?? Infinity,
  '-enrollmentEnd': (entry) => -(entry.dates.enrollmentEnd ?? -Infinity),
  recommended: (entry) => recommendedKey(entry.status, entry.dates),
  publishedAt: (entry) => entry.publishedAt,
  '-publishedAt': (entry) => -entry.publishedAt,
}
export type ListOrder = keyof typeof sortValues | 'name' | '-name'

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
// Two entries may have the same slug while it moves from one to the other; the id keeps the order total.
const bySlug = (a: Entry, b: Entry): number => byText(a.slug, b.slug) || a.id - b.id
const byName = (a: Entry, b: Entry): number => byText(a.nameKey, b.nameKey) || bySlug(a, b)

// Column store of the published projects: a slot is a row number, filters are bitsets, dates and orders stay sorted.
export function createTable(apiUrl: string) {
  const entries: (Entry | undefined)[] = []
  const slotById = new Map<number, number>()
  const slotBySlug = new Map<string, number>()
  const free: number[] = []
  const reserved = new Map<number, number>() // id -> slot
  let top = 0 // all slots are below
  const orders = new Map<ListOrder, Order>()
  const relatedBy = new Map<number, Set<number>>()
  const facets = createFacets()
  let capacity = 1024
  const sets = createSets(capacity)
  const tags = new Map<number, CountedSet>()
  const words = wordKeys.map((key) => new Map<string, CountedSet>(wordsOf(key).map((word) => [word, sets.add()])))
  const setsOfWords = (entry: Entry): CountedSet[] => wordKeys.map((key, i) => words[i]!.get(entry[key])!)
  const withWord = (key: (typeof wordKeys)[number], word: string): Bits => words[wordKeys.indexOf(key)]!.get(word)!.bits
  let listed: Bits = new Uint32Array(wordsFor(capacity))
  let running: Bits = new Uint32Array(wordsFor(capacity))
  let runningSlots: number[] | null = null // sorted by '-dateStart', computed on demand
  const windows = { dates: createWindows(), enrollment: createWindows() }
  let scratch: Bits = new Uint32Array(0)

  const compareBy = (order: ListOrder) => {
    if (order === 'name') return (a: number, b: number) => byName(entries[a]!, entries[b]!)
    if (order === '-name')
      return (a: number, b: number) => byText(entries[b]!.nameKey, entries[a]!.nameKey) || bySlug(entries[a]!, entries[b]!)
    const value = sortValues[order]
    return (a: number, b: number) => {
      const left = value(entries[a]!)
      const right = value(entries[b]!)
      return left < right ? -1 : left > right ? 1 : byName(entries[a]!, entries[b]!)
    }
  }

  function grow(): void {
    capacity *= 2
    listed = grown(listed, capacity)
    running = grown(running, capacity)
    sets.grow(capacity)
  }

  function clearSlot(slot: number): void {
    runningSlots = null
    const entry = entries[slot]!
    for (const order of orders.values()) order.remove(slot)
    windows.dates.remove(slot)
    windows.enrollment.remove(slot)
    for (const set of [...setsOfWords(entry), ...entry.tags.map((id) => tags.get(id)!)]) {
      clearBit(set.bits, slot)
      set.count--
    }
    for (const id of entry.related) relatedBy.get(id)?.delete(entry.id)
    clearBit(running, slot)
    clearBit(listed, slot)
    slotById.delete(entry.id)
    // The slug may already belong to another project.
    for (const slug of [entry.slug, ...entry.formerSlugs]) if (slotBySlug.get(slug) === slot) slotBySlug.delete(slug)
    entries[slot] = undefined
  }

  function fillSlot(slot: number, entry: Entry, today: number): void {
    runningSlots = null
    entries[slot] = entry
    slotById.set(entry.id, slot)
    for (const slug of [entry.slug, ...entry.formerSlugs]) slotBySlug.set(slug, slot)
    setBit(listed, slot)
    if (isRunning(entry.dates, today)) setBit(running, slot)
    windows.dates.put(slot, projectInterval(entry.dates))
    windows.enrollment.put(slot, enrollmentWindow(entry.dates))
    for (const id of entry.tags) if (!tags.has(id)) tags.set(id, sets.add())
    for (const set of [...setsOfWords(entry), ...entry.tags.map((id) => tags.get(id)!)]) {
      setBit(set.bits, slot)
      set.count++
    }
    for (const id of entry.related) relatedBy.set(id, (relatedBy.get(id) ?? new Set()).add(entry.id))
    facets.put(slot, entry.tags, entry)
  }

  function dropOrders(): void {
    orders.clear()
    windows.dates.drop()
    windows.enrollment.drop()
  }

  function orderBy(by: ListOrder): Order {
    let existing = orders.get(by)
    if (!existing) {
      existing = createOrder(compareBy(by))
      existing.rebuild(slotById.values())
      orders.set(by, existing)
    }
    return existing
  }
  const order = (by: ListOrder): Uint32Array => orderBy(by).slots()

  const groups: Groups = {
    get listed() {
      return listed
    },
    get count() {
      return slotById.size
    },
    sets,
    tags,
    words,
  }

  // The result of a search, one word per 32 slots in use, and a set to combine it with; every search reuses them.
  const usedWords = (): number => wordsFor(top)
  function scratchBits(): Bits {
    if (scratch.length !== usedWords()) scratch = new Uint32Array(usedWords())
    return scratch
  }

  return {
    get count() {
      return slotById.size
    },
    get capacity() {
      return capacity
    },
    windows,
    resultBits: (): Bits => sets.result(usedWords()),
    countResult: (): number => sets.countResult(usedWords()),
    scratchBits,
    /** Of resultBits(). */
    facetsOfResult: (total: number): Facets => facets.count(groups, sets.result(usedWords()), total),
    isCountedBySet: (total: number): boolean => isCheaperBySet(groups, usedWords(), total),
    facetsOfSlots: (slots: Uint32Array, count: number): Facets => facets.countSlots(groups, slots, count),
    listed: () => listed,
    running: () => running,
    withStatus: (status: ProjectStatus) => withWord('status', status),
    withChoice: (key: ChoiceKey, word: string) => withWord(key, word),
    tags,
    entry: (slot: number): Entry => entries[slot]!,
    slotOfSlug: (slug: string): number | undefined => slotBySlug.get(slug),
    idOfSlot: (slot: number): number | undefined => entries[slot]?.id,
    slotOfId: (id: number): number | undefined => slotById.get(id),
    idsRelatedTo: (id: number): Iterable<number> => relatedBy.get(id) ?? [],
    ids: (): Iterable<number> => slotById.keys(),

    // 'unsorted' drops the orders; the next read of one rebuilds it. For bulk loads.
    put(project: PublishedProject, today: number, publishedDay: number, sorting: 'sorted' | 'unsorted' = 'sorted'): number {
      if (sorting === 'unsorted') dropOrders()
      const existing = slotById.get(project.id)
      if (existing !== undefined) clearSlot(existing)
      const slot = existing ?? reserved.get(project.id) ?? free.pop() ?? top
      if (slot >= top) top = slot + 1
      while (slot >= capacity) grow()
      fillSlot(slot, makeEntry(project, today, publishedDay, apiUrl), today)
      for (const order of orders.values()) order.insert(slot)
      return slot
    },
    /** Before the first load: these projects get these slots. */
    reserveSlots({ ids, slots }: { ids: Uint32Array; slots: Uint32Array }): void {
      for (let i = 0; i < ids.length; i++) {
        reserved.set(ids[i]!, slots[i]!)
        top = Math.max(top, slots[i]! + 1)
      }
      while (top > capacity) grow()
    },
    /** After it: slots that were reserved for projects that are gone can be used. */
    release(): void {
      if (reserved.size === 0) return
      reserved.clear()
      for (let slot = top - 1; slot >= 0; slot--) if (entries[slot] === undefined) free.push(slot)
    },
    remove(id: number): number | undefined {
      const slot = slotById.get(id)
      if (slot === undefined) return undefined
      clearSlot(slot)
      free.push(slot)
      return slot
    },
    order,
    select: (by: ListOrder, matching: Bits, first: number, end: number): number[] => orderBy(by).select(matching, first, end),
    keepOverlapping(bits: Bits, kind: 'dates' | 'enrollment', interval: Interval): void {
      windows[kind].sort(() => slotById.values())
      windows[kind].keepOverlapping(bits, interval)
    },
    /** Sorts what the first visitors need, so that none of them waits for it. */
    prepare(): void {
      order('-dateStart')
      order('recommended')
      for (const each of Object.values(windows)) each.sort(() => slotById.values())
    },
    /** The projects that run today, latest start first: the first page of most visitors. */
    runningSlots(): number[] {
      if (runningSlots === null) {
        runningSlots = []
        for (const slot of order('-dateStart')) if (hasBit(running, slot)) runningSlots.push(slot)
      }
      return runningSlots
    },
    compareBy,

    // A new day: updates which projects run, and returns those whose status changed, to be loaded and serialised again.
    idsChangedBy(today: number): number[] {
      running.fill(0)
      runningSlots = null
      const changed: number[] = []
      for (const [id, slot] of slotById) {
        const entry = entries[slot]!
        if (isRunning(entry.dates, today)) setBit(running, slot)
        if (statusOf({ ...entry.dates, teamLimit: entry.teamLimit, teamsWorking: entry.teamsWorking }, today) !== entry.status)
          changed.push(id)
      }
      return changed
    },
  }
}

export type Table = ReturnType<typeof createTable>

const dayOf = (text: string | null): number | null => (text === null ? null : (readDay(text) ?? null))

function makeEntry(project: PublishedProject, today: number, publishedDay: number, apiUrl: string): Entry {
  const dates = {
    dateStart: dayOf(project.dateStart),
    dateEnd: dayOf(project.dateEnd),
    enrollmentStart: dayOf(project.enrollmentStart),
    enrollmentEnd: dayOf(project.enrollmentEnd),
    published: publishedDay,
  }
  const places = { teamLimit: project.teamLimit, teamsWorking: project.teamsWorking }
  const status = statusOf({ ...dates, ...places }, today)
  const parts = { listPart: listPart(project, status, apiUrl), detailPart: detailPart(project, apiUrl) }
  return {
    id: project.id,
    slug: project.slug,
    formerSlugs: project.formerSlugs,
    nameKey: nameKey(project.name),
    dates,
    ...places,
    publishedAt: project.publishedAt.getTime(),
    status,
    ...(Object.fromEntries(choiceKeys.map((key) => [key, project[key] ?? NOT_STATED])) as Pick<Worded, ChoiceKey>),
    tags: project.tags,
    teams: project.teams,
    related: project.related,
    files: project.files,
    ofPeople: picked(project, peopleKeys),
    requirements: [...project.developerRequirements, '', ...project.projectRequirements].join('\n'),
    ...parts,
    listDigest: digestOf(parts.listPart),
    detailDigest: digestOf(parts.detailPart),
  }
}
