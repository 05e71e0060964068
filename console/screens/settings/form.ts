import { type ConsoleSettings, getConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import type { SettingKey, SettingValues } from '#contract/settings.ts'
import type { useForm } from '#ui/form/use-form.ts'
import { versioned } from '#ui/form/versioned.ts'
import { call } from '#ui/server/api.ts'
import { cacheAnswer, readNow } from '#ui/server/if-match.ts'

// The form of the settings, and its conversion to the body of a call.

const counts = ['undoMinutes', 'mostWaiting', 'leastTeamSize', 'mostTeamSize', 'freeTeamsPerPerson'] as const
type Typed = 'contact' | 'country' | (typeof counts)[number]
export type Form = Omit<SettingValues, Typed> & Record<Typed, string>

const mapCounts = <A, B>(values: Record<(typeof counts)[number], A>, map: (value: A) => B) =>
  Object.fromEntries(counts.map((key) => [key, map(values[key])])) as Record<(typeof counts)[number], B>

const formOf = (settings: ConsoleSettings | null): Form => {
  const values = settings!.values
  return {
    ...values,
    contact: values.contact ?? '',
    country: values.country ?? '',
    ...mapCounts(values, String),
  }
}

const draftOf = (form: Form): SettingValues => ({
  ...form,
  contact: form.contact.trim() || null,
  country: form.country || null,
  ...mapCounts(form, Number),
})

/** Only changed values are sent. */
function changeOf(form: Form, base: Form): Partial<SettingValues> {
  const keys = (Object.keys(form) as SettingKey[]).filter((key) => JSON.stringify(form[key]) !== JSON.stringify(base[key]))
  const draft = draftOf(form)
  return Object.fromEntries(keys.map((key) => [key, draft[key]]))
}

export const cacheSettings = (settings: ConsoleSettings): ConsoleSettings => {
  cacheAnswer(getConsoleSettings, {}, settings)
  return settings
}

export const settingsForm = versioned<ConsoleSettings, Form>({
  formOf,
  read: () => readNow(getConsoleSettings, {}),
  write: async (_, form, base, headers) => cacheSettings(await call(updateSettings, { body: changeOf(form, base), headers })),
})

export type Editing = ReturnType<typeof useForm<ConsoleSettings, Form>>
export type SectionProps = { editing: Editing; settings: ConsoleSettings }
