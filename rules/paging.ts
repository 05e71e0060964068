import type { FieldFault } from '#contract/errors.ts'

const MOST_PAGES = 1_000_000

export const readPage = (query: { page?: string; pageSize?: string }, faults: FieldFault[], mostPages = MOST_PAGES) => ({
  page: readCount('page', query.page, 1, mostPages, faults),
  pageSize: readCount('pageSize', query.pageSize, 50, 100, faults),
})

// A count in a query string: at least 1; values above the maximum are clamped, not refused.
export function readCount(key: string, text: string | undefined, standard: number, most: number, faults: FieldFault[]): number {
  if (text === undefined || text === '') return standard
  const value = Number(text)
  if (value >= 1) return Math.min(value, most)
  faults.push({ path: key, code: 'out_of_range', params: { expected: '≥ 1' } })
  return standard
}

/** One page of a list that is ranked in memory; 20 by default, at most 50. */
export function readPart(query: { page?: string; pageSize?: string }, faults: FieldFault[]) {
  const page = readCount('page', query.page, 1, MOST_PAGES, faults)
  const pageSize = readCount('pageSize', query.pageSize, 20, 50, faults)
  return { page, pageSize, part: <T>(list: readonly T[]): T[] => list.slice((page - 1) * pageSize, page * pageSize) }
}
