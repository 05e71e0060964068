import type { Parse } from '#tests/growth/measure.ts'

/** `tokens`: what the grammar and the code of a parser treat specially. `attacks`: before, repeated, after; inputs that were quadratic once. */
export type ParserRow = { name: string; tokens: readonly string[]; parse: Parse; attacks: readonly Attack[] }
export type Attack = readonly [before: string, repeated: string, after: string]

const quiet = (parse: Parse): Parse => {
  return (text) => {
    try {
      const result = parse(text)
      return result instanceof Promise ? result.catch(() => {}) : result
    } catch {
      return undefined // a refusal; only its time matters here
    }
  }
}

/** One parser of input that others write. */
export const row = (name: string, tokens: readonly string[], parse: Parse, attacks: readonly Attack[] = []): ParserRow => ({
  name,
  tokens,
  parse: quiet(parse),
  attacks,
})
