import { logoView } from '#actions/image/logo-view.ts'
import type { ApiApp } from '#api/app.ts'
import type { ConsoleSettings } from '#contract/console/settings.ts'
import { type SettingKey, SettingValues } from '#contract/settings.ts'
import { countries } from '#rules/person/profile.ts'
import {
  type FixedSettings,
  formRecipient,
  isTimeZoneChosen,
  type StoredSettings,
  settingsFrom,
  variables,
} from '#rules/settings/settings.ts'

const keys = Object.keys(SettingValues.properties) as SettingKey[]

/** The values of the form; without the address that is shown when no contact is stored. */
export function valuesOf(stored: StoredSettings | null, { config }: Pick<ApiApp, 'config'>): SettingValues {
  const values = settingsFrom(stored, { ...config, contact: null })
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as SettingValues
}

export const settingsView = (stored: StoredSettings | null, app: ApiApp): ConsoleSettings => ({
  values: valuesOf(stored, app),
  logo: stored?.logo ? logoView(stored.logo, app.apiUrl) : null,
  fixed: (Object.keys(app.config.fixedSettings) as (keyof FixedSettings)[]).map((key) => ({ key, variable: variables[key] })),
  isTimeZoneChosen: isTimeZoneChosen(stored, app.config.fixedSettings),
  formRecipient: formRecipient(app.config, settingsFrom(stored, app.config)),
  countries: countries.toSorted(),
})
