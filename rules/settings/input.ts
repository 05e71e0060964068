import type { FieldFault } from '#contract/errors.ts'
import type { Localized } from '#contract/language.ts'
import type { NotificationKind } from '#contract/notification.ts'
import {
  MOST_FREE_TEAMS,
  MOST_TEAM_SIZE,
  MOST_UNDO_MINUTES,
  MOST_WAITING_LIMIT,
  type SettingKey,
  type SettingValues,
} from '#contract/settings.ts'
import { choiceFor } from '#rules/mail/notification.ts'
import { isCountry } from '#rules/person/profile.ts'
import { readLink } from '#rules/project/link.ts'
import { readEmail } from '#rules/sign-in/claims.ts'
import { echo, readLine, readText } from '#rules/text/text.ts'
import { languages } from '#texts/languages.ts'
import { SOURCE } from '#texts/write.ts'
import { inEach, isTimeZone } from './settings.ts'

// Reads the settings an administrator has typed: normalised values, or faults that say what is expected.

type Add = (fault: Omit<FieldFault, 'path'>, below?: string) => void
type Read = {
  [K in SettingKey]: (value: SettingValues[K], add: Add, present: SettingValues) => SettingValues[K]
}

const isWithin = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most
const within = (least: number, most: number) => (value: number, add: Add) => {
  if (!isWithin(value, least, most)) add({ code: 'out_of_range', params: { expected: `${least}–${most}` } })
  return value
}

/** Of the given languages. */
const readEach = (texts: Partial<Localized>, read: (text: string) => string | null): Localized =>
  Object.fromEntries(languages.filter((language) => language in texts).map((language) => [language, read(texts[language]!) ?? '']))

const readers: Read = {
  name(value, add) {
    const name = readLine(value)
    if (name === null) add({ code: 'required' })
    return name ?? ''
  },
  // Every hue has enough contrast (accent.test.ts).
  accentHue(value, add) {
    if (!isWithin(value, 0, 359)) add({ code: 'not_a_hue', params: { value } })
    return value
  },
  languages(value, add) {
    if (value.length === 0) add({ code: 'no_language' })
    return [...new Set(value)].toSorted()
  },
  locale: (value) => value,
  timeZone(value, add) {
    if (!isTimeZone(value)) add({ code: 'not_a_time_zone', params: { value: echo(value) } })
    return value
  },
  country(value, add) {
    if (value !== null && !isCountry(value)) add({ code: 'not_a_country', params: { value: echo(value) } })
    return value
  },
  contact(value, add) {
    const given = readLine(value)
    const address = given === null ? null : readEmail(given)
    if (given !== null && address === null) add({ code: 'not_an_email', params: { value: echo(given) } })
    return address
  },
  undoMinutes: within(0, MOST_UNDO_MINUTES),
  mostWaiting: within(1, MOST_WAITING_LIMIT),
  whoFormsTeams: (value) => value,
  leastTeamSize: within(1, MOST_TEAM_SIZE),
  mostTeamSize: within(1, MOST_TEAM_SIZE),
  freeTeamsPerPerson: within(1, MOST_FREE_TEAMS),
  welcome: (value, _, present) => ({ ...present.welcome, ...readEach(value, readText) }),
  privacy: (value, _, present) => ({ ...present.privacy, ...readEach(value, readText) }),
  links: (value, add) =>
    value.map(({ label, url }, index) => {
      const labels = inEach(readEach(label, readLine))
      if (labels[SOURCE] === '') add({ code: 'required' }, `${index}.label`)
      const address = readLink(url.trim())
      if (address === null) add({ code: 'not_a_link', params: { value: echo(url) } }, `${index}.url`)
      return { label: labels, url: address ?? url }
    }),
  notifications: (value) =>
    Object.fromEntries(Object.entries(value).filter(([kind, when]) => when !== choiceFor({}, kind as NotificationKind))),
}

export function readSettings(
  given: Partial<SettingValues>,
  present: SettingValues,
): { values: Partial<SettingValues>; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(readers) as SettingKey[]) {
    const value = given[key]
    if (value === undefined) continue
    const read = readers[key] as (value: unknown, add: Add, present: SettingValues) => unknown
    values[key] = read(value, (fault, below) => faults.push({ path: below === undefined ? key : `${key}.${below}`, ...fault }), present)
  }
  const merged = { ...present, ...values } as SettingValues
  if (merged.languages.length > 0 && !merged.languages.includes(merged.locale))
    faults.push({ path: 'languages', code: 'locale_not_offered' })
  if (merged.leastTeamSize > merged.mostTeamSize && faults.every(({ path }) => !path.endsWith('TeamSize')))
    faults.push({ path: 'mostTeamSize', code: 'out_of_range', params: { expected: `${merged.leastTeamSize}–${MOST_TEAM_SIZE}` } })
  return { values: values as Partial<SettingValues>, faults }
}
