import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingValues } from '#contract/settings.ts'
import { readSettings } from './input.ts'
import { defaultSettings } from './settings.ts'

const { logo: _, ...present } = defaultSettings
const faultsOf = (given: Partial<SettingValues>) => readSettings(given, present).faults.map(({ path, code }) => `${path} ${code}`)
const valuesOf = (given: Partial<SettingValues>) => {
  const { values, faults } = readSettings(given, present)
  assert.deepEqual(faults, [])
  return values
}

test('values are normalised', () => {
  assert.deepEqual(
    valuesOf({
      name: '  Projects\n of the  faculty ',
      languages: ['ru', 'en', 'ru'],
      contact: ' help@Example.org ',
      welcome: { en: ' **Hi** \r\n', ru: '\u202e' },
      links: [{ label: { en: 'Imprint', ru: ' ' }, url: 'example.org/imprint' }],
      notifications: { team_added: 'at-once', saved_closing: 'off' },
    }),
    {
      name: 'Projects of the faculty',
      languages: ['en', 'ru'],
      contact: 'help@example.org',
      welcome: { en: '**Hi**', ru: '' },
      links: [{ label: { en: 'Imprint', ru: 'Imprint' }, url: 'https://example.org/imprint' }],
      notifications: { saved_closing: 'off' },
    },
  )
  assert.deepEqual(valuesOf({ contact: '', country: null }), { contact: null, country: null })
})

test('what cannot be stored is refused, each by its field', () => {
  assert.deepEqual(faultsOf({ name: ' \u200b ' }), ['name required'])
  for (const accentHue of [-1, 360, 1.5, Number.NaN]) assert.deepEqual(faultsOf({ accentHue }), ['accentHue not_a_hue'], String(accentHue))
  assert.deepEqual(faultsOf({ timeZone: 'Mars/Olympus' }), ['timeZone not_a_time_zone'])
  assert.deepEqual(faultsOf({ country: 'XX' }), ['country not_a_country'])
  assert.deepEqual(faultsOf({ contact: 'nobody' }), ['contact not_an_email'])
  for (const undoMinutes of [-1, 61, 0.5]) assert.deepEqual(faultsOf({ undoMinutes }), ['undoMinutes out_of_range'])
  for (const mostWaiting of [0, 21]) assert.deepEqual(faultsOf({ mostWaiting }), ['mostWaiting out_of_range'])
  const links = [{ label: { en: '', ru: '' }, url: 'javascript:alert(1)' }]
  assert.deepEqual(faultsOf({ links }), ['links.0.label required', 'links.0.url not_a_link'])
})

test('a language that a text omits keeps its text', () => {
  const now = { ...present, welcome: { en: 'Hello', ru: 'Привет' } }
  assert.deepEqual(readSettings({ welcome: { ru: 'Здравствуйте' } }, now).values, { welcome: { en: 'Hello', ru: 'Здравствуйте' } })
  assert.deepEqual(readSettings({ welcome: { ru: '' } }, now).values, { welcome: { en: 'Hello', ru: '' } })
  assert.deepEqual(readSettings({ welcome: { xx: 'no language of the software' } }, now).values, { welcome: { en: 'Hello', ru: 'Привет' } })
})

test('there is always a language, and the default one is offered', () => {
  assert.deepEqual(faultsOf({ languages: [] }), ['languages no_language'])
  assert.deepEqual(faultsOf({ languages: ['ru'] }), ['languages locale_not_offered'])
  assert.deepEqual(faultsOf({ languages: ['ru'], locale: 'ru' }), [])
})
