import { type ChoiceKey, type ChoiceWord, choiceKeys, choiceWords } from '#contract/project/choices.ts'
import type { Filters, Sort } from '#contract/project.ts'
import { statuses } from '#contract/project.ts'

// Search and filters in the URL: they can be shared, and going back restores them.

export type ProjectSearch = {
  text: string
  isExact: boolean // without corrections
  tags: number[]
  status: string[]
  from: string
  to: string
  enrollmentFrom: string
  enrollmentTo: string
  sort: Sort | ''
} & Record<ChoiceKey, ChoiceWord[]>

const eachChoice = <T>(make: (key: ChoiceKey) => T) => Object.fromEntries(choiceKeys.map((key) => [key, make(key)])) as Record<ChoiceKey, T>

/** '' is the default: the best match with a text, otherwise the recommended order, which has the soonest deadline first. */
export const sortsOf = ({ text }: Pick<ProjectSearch, 'text'>) =>
  text === '' ? (['', '-publishedAt', 'name'] as const) : (['', 'recommended', '-publishedAt', 'name'] as const)

export const sortOf = ({ text, sort }: ProjectSearch): Sort => sort || (text === '' ? 'recommended' : 'relevance')

const isDay = (text: string | null): string => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '')

// The URL is untrusted: invalid values are dropped.
export function readSearch(params: URLSearchParams): ProjectSearch {
  const list = (name: string) => (params.get(name) ?? '').split(',').filter(Boolean)
  const text = (params.get('q') ?? '').slice(0, 200)
  const sort = params.get('sort') ?? ''
  return {
    text,
    isExact: params.get('mode') === 'exact',
    tags: list('tags').map(Number).filter(Number.isInteger).slice(0, 20),
    status: list('status').filter((status) => (statuses as readonly string[]).includes(status)),
    from: isDay(params.get('from')),
    to: isDay(params.get('to')),
    enrollmentFrom: isDay(params.get('efrom')),
    enrollmentTo: isDay(params.get('eto')),
    ...eachChoice((key) => choiceWords(key).filter((word) => list(key).includes(word))),
    sort: (sortsOf({ text }) as readonly string[]).includes(sort) ? (sort as ProjectSearch['sort']) : '',
  }
}

export function writeSearch(search: ProjectSearch): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string) => value && params.set(name, value)
  set('q', search.text)
  set('mode', search.text && search.isExact ? 'exact' : '')
  set('status', search.status.join(','))
  set('tags', search.tags.join(','))
  for (const key of choiceKeys) set(key, search[key].join(','))
  set('from', search.from)
  set('to', search.to)
  set('efrom', search.enrollmentFrom)
  set('eto', search.enrollmentTo)
  set('sort', search.sort)
  return params
}

export const filtersOf = (search: ProjectSearch): Filters => ({
  text: search.text || undefined,
  mode: search.text && search.isExact ? 'exact' : undefined,
  tags: search.tags.length > 0 ? search.tags : undefined,
  status: search.status.length > 0 ? search.status : undefined,
  ...eachChoice((key) => (search[key].length > 0 ? search[key] : undefined)),
  dateStart: search.from || undefined,
  dateEnd: search.to || undefined,
  enrollmentStart: search.enrollmentFrom || undefined,
  enrollmentEnd: search.enrollmentTo || undefined,
})

export const withoutFilters = (search: ProjectSearch): ProjectSearch => ({
  ...search,
  tags: [],
  status: [],
  ...eachChoice(() => []),
  from: '',
  to: '',
  enrollmentFrom: '',
  enrollmentTo: '',
  sort: '',
})

/** Number of filters, without the text. */
export const filterCount = ({ tags, status, from, to, enrollmentFrom, enrollmentTo, ...search }: ProjectSearch): number =>
  tags.length +
  status.length +
  choiceKeys.reduce((sum, key) => sum + search[key].length, 0) +
  Number(from !== '' || to !== '') +
  Number(enrollmentFrom !== '' || enrollmentTo !== '')
