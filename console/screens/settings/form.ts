import { cacheAnswer, type Editable, readNow, useEditing as useEditingOf } from '#console/parts/editing.ts'
import { type ConsoleSettings, getConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import type { SettingKey, SettingValues } from '#contract/settings.ts'
import { call } from '#ui/api.ts'

// The form of the settings, and its conversion to the body of a call.

export type Form = Omit<SettingValues, 'contact' | 'country' | 'undoMinutes' | 'mostWaiting'> &
  Record<'contact' | 'country' | 'undoMinutes' | 'mostWaiting', string>

const formOf = (settings: ConsoleSettings | null): Form => {
  const values = settings!.values
  return {
    ...values,
    contact: values.contact ?? '',
    country: values.country ?? '',
    undoMinutes: String(values.undoMinutes),
    mostWaiting: String(values.mostWaiting),
  }
}

const draftOf = (form: Form): SettingValues => ({
  ...form,
  contact: form.contact.trim() || null,
  country: form.country || null,
  undoMinutes: Number(form.undoMinutes),
  mostWaiting: Number(form.mostWaiting),
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

const settings: Editable<ConsoleSettings, Form> = {
  formOf,
  read: () => readNow(getConsoleSettings, {}),
  write: async (_, form, base, headers) => cacheSettings(await call(updateSettings, { body: changeOf(form, base), headers })),
}

export const useEditing = (present: ConsoleSettings) => useEditingOf(present, settings)
export type Editing = ReturnType<typeof useEditing>
export type SectionProps = { editing: Editing; settings: ConsoleSettings }
