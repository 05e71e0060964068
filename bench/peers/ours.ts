import { request } from '#bench/support/load.ts'
import { PAGE } from './peer.ts'

const find = (filters: object, page: number): Buffer =>
  request('POST', '/api/project/findmany', {}, JSON.stringify({ filters, page, pageSize: PAGE, sort: '-dateStart' }))

/** The calls of `Paths`, as our clients make them. */
export const ours = {
  list: (page: number) => find({}, page),
  detail: (slug: string) => request('GET', `/api/project/${slug}`),
  filter: (tag: number, page: number, today: string) => find({ tags: [tag], enrollmentStart: today, enrollmentEnd: today }, page),
  search: (words: [string, string]) => find({ text: words.join(' ') }, 1),
}
