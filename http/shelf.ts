import { LRUCache } from 'lru-cache'
import type { Ready } from './ready.ts'

const MOST_BYTES = 96 * 1024 * 1024
const LONGEST_KEY = 512

// Ready answers by what was asked: method and address, and for a POST the body. Emptied whenever the catalog changes.
export type Shelf = ReturnType<typeof createShelf>

export function createShelf(mostBytes = MOST_BYTES) {
  const answers = new LRUCache<string, Ready & { sameForAll: boolean }>({
    maxSize: mostBytes,
    // Packed forms come later; a quarter on top leaves room for them.
    sizeCalculation: (answer, key) => Math.ceil(answer.bytes.length * 1.25) + key.length + 600,
  })
  let edition = 0
  return {
    get: (key: string) => answers.get(key),
    // An answer made before a change must not be kept after it.
    put(key: string, answer: Ready, sameForAll: boolean, madeIn: number): void {
      if (madeIn === edition && key.length <= LONGEST_KEY) answers.set(key, Object.assign(answer, { sameForAll }))
    },
    clear(): void {
      edition++
      answers.clear()
    },
    get edition() {
      return edition
    },
    get size() {
      return answers.size
    },
  }
}
