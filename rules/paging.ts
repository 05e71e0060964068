import type { FieldFault } from '#contract/errors.ts'

// A count in a query string: at least 1; more than the most is read as the most, so that a generous client still gets an answer.
export function readCount(key: string, text: string | undefined, standard: number, most: number, faults: FieldFault[]): number {
  if (text === undefined || text === '') return standard
  const value = Number(text)
  if (value >= 1) return Math.min(value, most)
  faults.push({ path: key, code: 'out_of_range', params: { expected: '≥ 1' } })
  return standard
}
