import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '#database/sql.ts'
import {
  type DirectorySettings,
  formRecipient,
  isTimeZoneChosen,
  type MailSources,
  type SettingSources,
  settingsFrom,
} from '#rules/settings/settings.ts'
import { type Calendar, createCalendar } from '#rules/time/day.ts'
import { findSettings } from '#store/setting.ts'

// The settings of the directory in memory. `values` is one object for the life of the process; its properties follow the database.

type Listener = (before: DirectorySettings) => void
export type LiveSettings = {
  values: Readonly<DirectorySettings>
  calendar: Calendar
  load(): Promise<void>
  onChange(listener: Listener): void
}

export function createSettings(sql: Sql, sources: SettingSources): LiveSettings {
  const values = settingsFrom(null, sources)
  const listeners: Listener[] = []
  let calendar = { timeZone: values.timeZone, dayOf: createCalendar(values.timeZone) }
  let loading: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    const [before, next] = [{ ...values }, settingsFrom(await findSettings(sql), sources)]
    if (isDeepStrictEqual(before, next)) return
    Object.assign(values, next)
    for (const listener of listeners) listener(before)
  }

  return {
    values,
    calendar(instant) {
      if (calendar.timeZone !== values.timeZone) calendar = { timeZone: values.timeZone, dayOf: createCalendar(values.timeZone) }
      return calendar.dayOf(instant)
    },
    // One after another: an older answer of the database must not replace a newer one.
    load() {
      loading = loading.catch(() => {}).then(load)
      return loading
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** For the message after a start. */
export async function findTimeZone(sql: Sql, sources: SettingSources): Promise<{ timeZone: string; isChosen: boolean }> {
  const stored = await findSettings(sql)
  return { timeZone: settingsFrom(stored, sources).timeZone, isChosen: isTimeZoneChosen(stored, sources.fixedSettings) }
}

// For commands.
export const readSettings = async (sql: Sql, sources: SettingSources): Promise<DirectorySettings> =>
  settingsFrom(await findSettings(sql), sources)

export const formRecipientOf = async (sql: Sql, config: SettingSources & MailSources): Promise<string> =>
  formRecipient(config, await readSettings(sql, config))
