import type { FieldFault } from '#contract/errors.ts'

const MOST_PAGES = 1_000_000

export type PageQuery = { page?: string; pageSize?: string }
export const readPage = (query: PageQuery, faults: FieldFault[], { standard = 50, most = 100, mostPages = MOST_PAGES } = {}) => ({
  page: readCount('page', query.page, 1, mostPages, faults),
  pageSize: readCount('pageSize', query.pageSize, standard, most, faults),
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
export function readPart(query: PageQuery, faults: FieldFault[]) {
  const { page, pageSize } = readPage(query, faults, { standard: 20, most: 50 })
  return { page, pageSize, part: <T>(list: readonly T[]): T[] => list.slice((page - 1) * pageSize, page * pageSize) }
}
