import type { Attack, ParserRow } from './parsers/row.ts'

// Adversarial inputs from the tokens of a grammar: what makes backtracking and rescanning expensive is one token repeated, a pair repeated,
// or a run with a token before or after it that prevents the match.

export type Shape = { name: string; make(size: number): string }

const filled = (piece: string, size: number): string => piece.repeat(Math.max(1, Math.ceil(size / piece.length)))
const named = (token: string): string => JSON.stringify(token)
const numbered = (token: string, size: number): string =>
  Array.from({ length: Math.ceil(size / (token.length + 5)) }, (_, at) => `${token}${at} `).join('')

const single = (a: string): Shape[] => [
  { name: `${named(a)} repeated`, make: (size) => filled(a, size) },
  { name: `${named(a)} with numbers`, make: (size) => numbered(a, size) },
]

const between = ([before, repeated, after]: Attack): Shape => ({
  name: `${named(before)}, then ${named(repeated)} repeated, then ${named(after)}`,
  make: (size) => before + filled(repeated, size) + after,
})

const pair = (a: string, b: string): Shape[] => [
  { name: `${named(a + b)} repeated`, make: (size) => filled(a + b, size) },
  between([a, b, '']),
  between(['', a, b]),
  { name: `${named(a)} repeated, then ${named(b)} repeated`, make: (size) => filled(a, size / 2) + filled(b, size / 2) },
]

const triple = (a: string, b: string, c: string): Shape[] => [
  { name: `${named(a + b + c)} repeated`, make: (size) => filled(a + b + c, size) },
  between([a, b, c]),
  between([a, b + c, '']),
  { name: `${named(a)} repeated, then ${named(b + c)} repeated`, make: (size) => filled(a, size / 2) + filled(b + c, size / 2) },
  {
    name: `lines of ${named(a)}, many ${named(b)} and ${named(c)}`,
    make: (size) => filled(a + b.repeat(Math.ceil(Math.sqrt(size))) + c, size),
  },
]

/** All inputs for one parser: the known attacks, single tokens, then pairs and triples in a fixed mixed order. */
export function* shapesOf({ tokens, attacks }: ParserRow): Generator<Shape> {
  yield* attacks.map(between)
  for (const a of tokens) yield* single(a)
  const { length } = tokens
  for (const at of mixed(length ** 2)) {
    const [a, b] = [tokens[at % length]!, tokens[Math.floor(at / length)]!]
    if (a !== b) yield* pair(a, b)
  }
  for (const at of mixed(length ** 3)) {
    const [a, b, c] = [tokens[at % length]!, tokens[Math.floor(at / length) % length]!, tokens[Math.floor(at / length ** 2)]!]
    if (a !== b || b !== c) yield* triple(a, b, c)
  }
}

/** Every number below `count` once: a budget that ends early has still tried a bit of everything. */
function* mixed(count: number): Generator<number> {
  let step = Math.max(1, Math.floor(count * 0.618))
  while (greatestDivisor(step, count) > 1) step++
  for (let nth = 0, at = 0; nth < count; nth++, at = (at + step) % count) yield at
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
