import { hash } from 'node:crypto'
import type { SearchText } from '#search/index.ts'
import { DIGEST_WORDS } from './search-file.ts'

/** Identifies the text of each slot, and notes which slots change. */
export type TextDigests = ReturnType<typeof createTextDigests>

export function createTextDigests() {
  let digests = new Uint32Array(1024 * DIGEST_WORDS)
  const listeners = new Set<Set<number>>()
  let changes = 0

  const note = (slot: number): void => {
    changes++
    for (const slots of listeners) slots.add(slot)
  }

  return {
    put(slot: number, text: SearchText): void {
      const end = (slot + 1) * DIGEST_WORDS
      if (end > digests.length) {
        const larger = new Uint32Array(end * 2)
        larger.set(digests)
        digests = larger
      }
      const bytes = hash('sha256', JSON.stringify(text), 'buffer')
      let isSame = true
      for (let i = 0; i < DIGEST_WORDS; i++) {
        const word = bytes.readUInt32LE(i * 4)
        if (digests[end - DIGEST_WORDS + i] !== word) isSame = false
        digests[end - DIGEST_WORDS + i] = word
      }
      if (!isSame) note(slot)
    },
    remove(slot: number): void {
      digests.fill(0, slot * DIGEST_WORDS, (slot + 1) * DIGEST_WORDS)
      note(slot)
    },
    of: (slot: number): Uint32Array => digests.subarray(slot * DIGEST_WORDS, (slot + 1) * DIGEST_WORDS),
    equals(slot: number, others: Uint32Array, at: number): boolean {
      for (let i = 0; i < DIGEST_WORDS; i++) if (digests[slot * DIGEST_WORDS + i] !== others[at * DIGEST_WORDS + i]) return false
      return true
    },
    /** The slots that change from now on, until `stop`. */
    listen(): { slots: Set<number>; stop(): void } {
      const slots = new Set<number>()
      listeners.add(slots)
      return { slots, stop: () => void listeners.delete(slots) }
    },
    /** The number of changes so far. */
    get changes() {
      return changes
    },
  }
}
