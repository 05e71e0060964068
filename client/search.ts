import type { Filters, Project, Sort } from '#contract/project.ts'
import { statuses } from '#contract/project.ts'
import { knownTags } from './known-projects.ts'

// What people look for, as the address says it: it can be shared, and going back brings the former search.

export type Wish = {
  text: string
  tags: number[]
  status: string[]
  from: string
  to: string
  enrollmentFrom: string
  enrollmentTo: string
  sort: Sort | ''
}

export const offeredSorts = ['', '-dateStart', 'dateStart', 'enrollmentEnd', '-publishedAt', 'name'] as const

const isDay = (text: string | null): string => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '')

// Anybody may write into the address: what cannot be is left out.
export function readWish(given: URLSearchParams): Wish {
  const list = (name: string) => (given.get(name) ?? '').split(',').filter(Boolean)
  const sort = given.get('sort') ?? ''
  return {
    text: (given.get('q') ?? '').slice(0, 200),
    tags: list('tags').map(Number).filter(Number.isInteger).slice(0, 20),
    status: list('status').filter((word) => (statuses as readonly string[]).includes(word)),
    from: isDay(given.get('from')),
    to: isDay(given.get('to')),
    enrollmentFrom: isDay(given.get('efrom')),
    enrollmentTo: isDay(given.get('eto')),
    sort: (offeredSorts as readonly string[]).includes(sort) ? (sort as Wish['sort']) : '',
  }
}

export function writeWish(wish: Wish): URLSearchParams {
  const made = new URLSearchParams()
  const set = (name: string, value: string) => value && made.set(name, value)
  set('q', wish.text)
  set('status', wish.status.join(','))
  set('tags', wish.tags.join(','))
  set('from', wish.from)
  set('to', wish.to)
  set('efrom', wish.enrollmentFrom)
  set('eto', wish.enrollmentTo)
  set('sort', wish.sort)
  return made
}

export const filtersOf = (wish: Wish): Filters => ({
  text: wish.text || undefined,
  tags: wish.tags.length > 0 ? wish.tags : undefined,
  status: wish.status.length > 0 ? wish.status : undefined,
  dateStart: wish.from || undefined,
  dateEnd: wish.to || undefined,
  enrollmentStart: wish.enrollmentFrom || undefined,
  enrollmentEnd: wish.enrollmentTo || undefined,
})

/** How many filters are set, the text left aside. */
export const filterCount = ({ tags, status, from, to, enrollmentFrom, enrollmentTo }: Wish): number =>
  tags.length + status.length + Number(from !== '' || to !== '') + Number(enrollmentFrom !== '' || enrollmentTo !== '')

const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
const overlaps = (start: string | null, end: string | null, from: string, to: string): boolean =>
  (to === '' || start === null || start <= to) && (from === '' || end === null || end >= from)

/** Without a network: plainly, in what this device has seen. The server forgives typos and knows the forms of words, this does not. */
export function searchKnownProjects(seen: Project[], wish: Wish): Project[] {
  const words = folded(wish.text).split(/\s+/).filter(Boolean)
  return seen.filter((project) => {
    const tags = project.tags.flatMap((id) => [knownTags.get(id)?.name, knownTags.get(id)?.nameRu])
    const text = folded([project.name, project.shortDescription, project.description, project.client, ...tags].join(' '))
    return (
      words.every((word) => text.includes(word)) &&
      (wish.status.length === 0 || wish.status.includes(project.status)) &&
      (wish.tags.length === 0 || project.tags.some((id) => wish.tags.includes(id))) &&
      overlaps(project.dateStart, project.dateEnd, wish.from, wish.to) &&
      overlaps(project.enrollmentStart, project.enrollmentEnd, wish.enrollmentFrom, wish.enrollmentTo)
    )
  })
}
