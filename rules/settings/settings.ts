import type { Language, Localized } from '#contract/language.ts'
import type { SettingKey, SettingValues } from '#contract/settings.ts'
import type { Country } from '#rules/person/profile.ts'
import { localized } from '#rules/text/localized.ts'
import { languages } from '#texts/languages.ts'
import { DEFAULT_HUE } from './accent.ts'

// Settings of the directory: the environment before the stored document, the document before the defaults.

export type StoredLogo = { hash: string; width: number; height: number }
export type StoredSettings = { document: Partial<SettingValues>; logo: StoredLogo | null }

/** What a process works with. */
export type DirectorySettings = Omit<SettingValues, 'country'> & { country: Country | null; logo: StoredLogo | null }

/** The environment variables that fix a setting. */
export const variables = { timeZone: 'TIME_ZONE', locale: 'LOCALE', country: 'COUNTRY' } as const satisfies Partial<
  Record<SettingKey, string>
>
export type FixedSettings = { timeZone?: string; locale?: Language; country?: Country }

/** From the configuration. `contact`: the address that gets the messages of the contact form; shown unless another one is stored. */
export type SettingSources = { fixedSettings: FixedSettings; contact: string | null }
export type MailSources = { contact: string | null; mailTo: string }

const nothing: Localized = Object.fromEntries(languages.map((language) => [language, '']))

/** An empty one is replaced by one that is not. */
export const inEach = (texts: Localized): Localized =>
  Object.fromEntries(languages.map((language) => [language, localized(texts, language)]))

export const defaultSettings: DirectorySettings = {
  name: 'Projectory',
  accentHue: DEFAULT_HUE,
  languages: [...languages],
  locale: 'en',
  timeZone: 'UTC',
  country: null,
  contact: null,
  undoMinutes: 10,
  mostWaiting: 5,
  whoFormsTeams: 'members', // an upgraded directory has 'curators' in its document (migrations/0028_team-formation.sql)
  leastTeamSize: 1,
  mostTeamSize: 8,
  freeTeamsPerPerson: 1,
  welcome: nothing,
  privacy: nothing,
  links: [],
  notifications: {},
  logo: null,
}

export function settingsFrom(stored: StoredSettings | null, { fixedSettings, contact }: SettingSources): DirectorySettings {
  const values = { ...defaultSettings, ...(stored?.document as Partial<DirectorySettings>), ...fixedSettings, logo: stored?.logo ?? null }
  return {
    ...values,
    timeZone: isTimeZone(values.timeZone) ? values.timeZone : defaultSettings.timeZone, // stored by another version of ICU
    contact: values.contact ?? contact,
    // A document may be older than a language.
    welcome: { ...nothing, ...values.welcome },
    privacy: { ...nothing, ...values.privacy },
    links: values.links.map((link) => ({ ...link, label: inEach(link.label) })),
    // The environment may set a default language that is not offered.
    languages: values.languages.includes(values.locale) ? values.languages : [values.locale, ...values.languages],
  }
}

/** The address that gets the messages of the contact form: MAIL_TO, else the contact of the settings, else the default of the configuration. */
export const formRecipient = ({ contact, mailTo }: MailSources, settings: { contact: string | null }): string =>
  contact ?? settings.contact ?? mailTo

/** Only what differs from the defaults is stored: a later version may have better ones. A time zone also if it is UTC: somebody chose it. */
export const documentOf = (values: Partial<SettingValues>): Partial<SettingValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => key === 'timeZone' || JSON.stringify(value) !== JSON.stringify(defaultSettings[key as SettingKey]),
    ),
  )

/** Whether somebody has decided in which time zone the days of the directory are. */
export const isTimeZoneChosen = (stored: StoredSettings | null, fixed: FixedSettings): boolean =>
  (fixed.timeZone ?? stored?.document.timeZone) !== undefined

/** Keys of the change whose values the environment fixes; sending the present value changes nothing. */
export const fixedKeys = (change: Partial<SettingValues>, fixed: FixedSettings): (keyof FixedSettings)[] =>
  (Object.keys(fixed) as (keyof FixedSettings)[]).filter((key) => change[key] !== undefined && change[key] !== fixed[key])

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name) // an offset has no daylight saving time, and PostgreSQL reads its sign the other way round
  } catch {
    return false
  }
}
