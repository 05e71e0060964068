import type { Project, Sort } from '#contract/project.ts'
import { nameKey, type ProjectDates, recommendedKey } from '#rules/project/project.ts'
import { readDay } from '#rules/time/day.ts'
import { dayOf } from '#ui/time/directory-time.ts'

// The orders of the server: unknown dates come last in both directions, ties are ordered by name.

const numberOf = (text: string | null): number | null => (text === null ? null : (readDay(text) ?? null))
export const datesOf = ({ dateStart, dateEnd, enrollmentStart, enrollmentEnd, publishedAt }: Project): ProjectDates => ({
  dateStart: numberOf(dateStart),
  dateEnd: numberOf(dateEnd),
  enrollmentStart: numberOf(enrollmentStart),
  enrollmentEnd: numberOf(enrollmentEnd),
  published: numberOf(dayOf(publishedAt)) ?? 0,
})

type Compare = (a: Project, b: Project) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byName: Compare = (a, b) => byText(nameKey(a.name), nameKey(b.name)) || byText(a.slug, b.slug)

const recommended = (project: Project): number => recommendedKey(project.status, datesOf(project))

export function compareBy(sort: Exclude<Sort, 'relevance'>): Compare {
  const direction = sort.startsWith('-') ? -1 : 1
  const key = sort.replace('-', '') as 'name' | 'dateStart' | 'dateEnd' | 'enrollmentEnd' | 'publishedAt'
  if (key === 'name') return (a, b) => direction * byText(nameKey(a.name), nameKey(b.name)) || byText(a.slug, b.slug)
  if (sort === 'recommended') return (a, b) => recommended(a) - recommended(b) || byName(a, b)
  return (a, b) => {
    const [left, right] = [a[key], b[key]]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return direction * byText(left, right) || byName(a, b)
  }
}
