import { matchKey } from '#rules/project/project.ts'
import { distance } from '#spreadsheet/column/suggest.ts'

// Whether two spellings can be the name of one person: in any order, without a patronymic, with initials, with a typing error.

const LONGEST = 200
const LONG_WORD = 5

const wordsOf = (name: string): string[] =>
  matchKey(name.slice(0, LONGEST))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  ((one.length === 1 || other.length === 1) && one[0] === other[0]) ||
  (Math.min(one.length, other.length) >= LONG_WORD && distance(one, other, 1) <= 1)

export function isSameName(one: string, other: string): boolean {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]]
  const free = [...more]
  return fewer.every((word) => {
    const at = free.findIndex((candidate) => isSameWord(word, candidate))
    if (at >= 0) free.splice(at, 1)
    return at >= 0
  })
}

/** The first name and row of each address in a sheet. */
export function createAddressNames() {
  const first = new Map<string, { name: string; row: number }>()
  /** The earlier row that has the address under the name of somebody else. */
  return (email: string, name: string, row: number): { name: string; row: number } | null => {
    if (email === '' || name === '') return null
    const earlier = first.get(email)
    if (!earlier) first.set(email, { name, row })
    return earlier && !isSameName(earlier.name, name) ? earlier : null
  }
}
