import { LRUCache } from 'lru-cache'
import type { Ready } from './ready.ts'

const MOST_BYTES = 48 * 1024 * 1024
const LONGEST_KEY = 512
const ASKED_BITS = 1 << 20

// Ready answers by what was asked: the address of a GET; address and body of a POST. Emptied whenever the catalog changes.
export type Shelf = ReturnType<typeof createShelf>

export const bodyKey = (url: string, body: Buffer): string => `${url}\n${body.toString('latin1')}`

// Where a signed-in caller gets more than a guest, the one answer for all who are signed in lies beside the guests'.
export const signedInKey = (key: string): string => `+${key}`

// What was made for one caller, in one language.
export const personalKey = (personId: number, language: string, key: string): string => `@${personId} ${language} ${key}`

export function createShelf(mostBytes = MOST_BYTES) {
  const answers = new LRUCache<string, Ready & { sameForAll: boolean }>({
    maxSize: mostBytes,
    // Packed forms and the text form come later: half on top leaves room for them.
    sizeCalculation: (answer, key) => Math.ceil(answer.plain.size * 1.5) + key.length + 600,
  })
  // What was asked before, one bit a question. Most searches are asked once in a lifetime: only what comes back is worth a place.
  const asked = new Uint32Array(ASKED_BITS >>> 5)
  let askedOnce = 0
  let edition = 0

  function isAskedAgain(key: string): boolean {
    let bit = 0x811c9dc5
    for (let i = 0; i < key.length; i++) bit = Math.imul(bit ^ key.charCodeAt(i), 0x01000193)
    bit = (bit ^ (bit >>> 15)) & (ASKED_BITS - 1)
    const again = ((asked[bit >>> 5]! >>> (bit & 31)) & 1) === 1
    if (again) return true
    // Once many bits are set, strangers begin to look like acquaintances: better to forget them all.
    if (++askedOnce > ASKED_BITS / 16) {
      asked.fill(0)
      askedOnce = 0
    }
    asked[bit >>> 5]! |= 1 << (bit & 31)
    return false
  }

  return {
    get: (key: string) => answers.get(key),
    // An answer made before a change must not be kept after it.
    put(key: string, answer: Ready, sameForAll: boolean, madeIn: number): void {
      if (madeIn === edition && key.length <= LONGEST_KEY && isAskedAgain(key)) answers.set(key, Object.assign(answer, { sameForAll }))
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
