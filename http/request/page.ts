import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { type PageQuery, readPage } from '#rules/paging.ts'

export type Part = { limit: number; offset: number }

/** The page of a list that was asked for, and which part of the rows it is. */
export function pageOf(query: PageQuery, bounds: { standard?: number; most?: number } = {}) {
  const faults: FieldFault[] = []
  const page = readPage(query, faults, bounds)
  refuseIfFaulty(faults)
  const part: Part = { limit: page.pageSize, offset: (page.page - 1) * page.pageSize }
  return { page, part }
}
