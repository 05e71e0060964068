import type { ProjectState } from '#contract/console/project.ts'
import type { Language } from '#contract/language.ts'
import { projectFields } from '#contract/project/fields.ts'
import type { RequestStatus } from '#contract/request.ts'
import type { PlacementRule, RoundState } from '#contract/round.ts'
import type { Interval } from '#rules/project/project.ts'
import type { Missing } from '#rules/round/round.ts'
import { beginning } from '#rules/text/text.ts'
import { DAY_MS } from '#rules/time/day.ts'
import { momentText } from '#rules/time/moment-text.ts'
import { textsOf } from '#texts/server.ts'

// States and windows in words, for errors and pages. Runs in the service only.

const write = textsOf('rules')
const ofLanguage = textsOf('language')

/** “from 1 September 2026 to 30 September 2026” */
export function windowInWords({ from, to }: Interval, language: Language): string {
  const format = new Intl.DateTimeFormat(ofLanguage(language, 'dates'), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const day = (number: number): string => format.format(new Date(number * DAY_MS)).replace(/\s*г\.$/, '')
  if (to === Infinity) return write(language, 'window.from', { from: day(from) })
  // Published after the end of its enrollment: the window is empty.
  return from > to ? write(language, 'window.until', { to: day(to) }) : write(language, 'window.days', { from: day(from), to: day(to) })
}

/** “from November 18, 2026 at 10:00 AM GMT+3 to …” */
export function windowTimesInWords(opensAt: string, closesAt: string, language: Language, timeZone: string): string {
  const moment = (at: string): string => momentText(new Date(at), language, timeZone)
  return write(language, 'window.times', { opens: moment(opensAt), closes: moment(closesAt) })
}

export const requestStatusInWords = (status: RequestStatus, language: Language): string => write(language, `request.${status}`)

/** `isPublishing`: the results take effect when the undo window ends. */
export const roundStateInWords = (state: RoundState, isPublishing: boolean, language: Language): string =>
  write(language, isPublishing ? 'state.publishing' : `state.${state}`)

export const ruleInWords = (rule: PlacementRule, language: Language): string => write(language, `rule.${rule}`)

export const missingInWords = (missing: readonly Missing[], language: Language): string =>
  missing.map((one) => write(language, `missing.${one}`)).join(', ')

type NotPlaceable = Parameters<typeof write>[1] extends infer K ? (K extends `notPlaceable.${infer Why}` ? Why : never) : never
export const notPlaceableInWords = (why: string, team: string, language: Language): string =>
  write(language, `notPlaceable.${why as NotPlaceable}`, { team })

export const stepInWords = (state: ProjectState, wanted: ProjectState, language: Language) => ({
  state: write(language, `project.${state}`),
  wanted: write(language, `project.${wanted}.wanted`),
})

/** Replaces the name of a deleted person. In the language of the directory, because team data is the same for all readers. */
export const deletedPersonName = (locale: Language): string => write(locale, 'person.deleted')

export function copyName(name: string, language: Language): string {
  const suffix = write(language, 'project.copy')
  if (name.endsWith(suffix)) return name
  const room = projectFields.name.most - suffix.length - 1
  return `${beginning(name, room).trimEnd()} ${suffix}`
}
