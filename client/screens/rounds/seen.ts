import type { Round } from '#contract/round.ts'

// What this device saw of a round before its results: a check compares with that, so a server cannot replace it later.

const KEY = 'pj-rounds'
const MOST = 20 // rounds, the last seen ones

/** `at`: since when both are known. */
export type Seen = { seedHash: string | null; choicesDigest: string | null; at: number }

function readAll(): Record<string, Seen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Seen>
  } catch {
    return {}
  }
}

/** What was seen first stays. */
export function rememberRound(
  { slug, seedHash, choicesDigest }: Pick<Round, 'slug' | 'seedHash' | 'choicesDigest'>,
  now = Date.now(),
): void {
  const { [slug]: before, ...others } = readAll()
  const first = { seedHash: before?.seedHash ?? seedHash, choicesDigest: before?.choicesDigest ?? choicesDigest }
  const isKnown = before !== undefined && first.seedHash === before.seedHash && first.choicesDigest === before.choicesDigest
  const seen: Seen = { ...first, at: isKnown ? before.at : now }
  const rest = Object.entries(others).slice(1 - MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...rest, [slug, seen]])))
  } catch {
    // No storage: the check compares with the page only.
  }
}

export const seenRound = (slug: string): Seen | undefined => readAll()[slug]
