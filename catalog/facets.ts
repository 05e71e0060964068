import { type ProjectStatus, statuses } from '#contract/project.ts'
import type { Bits } from './bits.ts'

export type Facets = { tags: { id: number; count: number }[]; status: { status: ProjectStatus; count: number }[] }

// Tags and status of each slot in flat arrays: counting the facets of a result reads memory sequentially.
export function createFacets() {
  const idOf: number[] = [0] // tag ids by dense index; 0 ends a row
  const indexOf = new Map<number, number>()
  let width = 4 // tags per row
  let rows = new Uint16Array(1024 * width)
  let statusOf = new Uint8Array(1024)

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
    count(matching: Bits): Facets {
      const tags = new Uint32Array(idOf.length)
      const status = new Uint32Array(statuses.length)
      for (let word = 0; word < matching.length; word++) {
        // As a signed integer, so that V8 keeps it a small integer.
        for (let left = matching[word]! | 0; left !== 0; left &= left - 1) {
          const slot = (word << 5) | (31 - Math.clz32(left & -left))
          const statusIndex = statusOf[slot]!
          status[statusIndex] = status[statusIndex]! + 1
          for (let at = slot * width, end = at + width; at < end; at++) {
            const tag = rows[at]!
            if (tag === 0) break
            tags[tag] = tags[tag]! + 1
          }
        }
      }
      const counted: Facets['tags'] = []
      for (let number = 1; number < tags.length; number++) if (tags[number]! > 0) counted.push({ id: idOf[number]!, count: tags[number]! })
      counted.sort((a, b) => b.count - a.count || a.id - b.id)
      return { tags: counted, status: statuses.map((word, i) => ({ status: word, count: status[i]! })) }
    },
  }
}
