import type { Home, ProjectStatus } from '#contract/project.ts'
import type { ProjectFilter } from '#rules/project/filters.ts'
import { countBits, hasBit } from './find/bits.ts'
import { find, type TagNames } from './find/find.ts'
import type { Table } from './table.ts'

// The sections of the start page. A project is in the first section it belongs to.

const MOST_OPEN = 8 // projects; a section that phones show as one row has fewer
const MOST = 6
const MOST_TOPICS = 8

type Sections = Pick<Home, 'open' | 'new' | 'running' | 'announced' | 'topics'>

export function homeSections(table: Table, tagIdOf: TagNames): { slots: number[]; sections: Sections } {
  const used = new Set<number>()

  function take(slots: Iterable<number>, total: number, most = MOST): Home['open'] {
    const taken: number[] = []
    for (const slot of slots) {
      if (taken.length === most) break
      if (!used.has(slot)) taken.push(slot)
    }
    for (const slot of taken) used.add(slot)
    return { projects: taken.map((slot) => table.entry(slot).slug), total }
  }

  const recommended = (status: ProjectStatus) => {
    const filter: ProjectFilter = { text: null, tags: null, status: [status], dates: null, enrollment: null }
    return find(table, tagIdOf, { filter, sort: 'recommended', page: 1, pageSize: MOST_OPEN + 2 * MOST }, null)
  }

  const isOpen = recommended('open')
  const topics = isOpen.facets().tags.slice(0, MOST_TOPICS)
  const open = take(isOpen.slots, isOpen.total, MOST_OPEN)
  const completed = table.withStatus('completed')
  const latest = take(notIn(completed, table.order('-publishedAt')), table.count - countBits(completed))
  const running = take(table.runningSlots(), table.runningSlots().length)
  const pending = recommended('pending')
  const announced = take(pending.slots, pending.total)
  return { slots: [...used], sections: { open, new: latest, running, announced, topics: topics.map(({ id }) => id) } }
}

function* notIn(bits: Uint32Array, slots: Iterable<number>): Generator<number> {
  for (const slot of slots) if (!hasBit(bits, slot)) yield slot
}
