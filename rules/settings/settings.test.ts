import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, documentOf, fixedKeys, formRecipient, isTimeZone, settingsFrom } from './settings.ts'

const nothing = { fixedSettings: {}, contact: null }

test('the environment wins over the stored document, the document over the defaults', () => {
  assert.deepEqual(settingsFrom(null, nothing), defaultSettings)
  const stored = { document: { name: 'Projects', timeZone: 'Asia/Omsk', locale: 'ru' as const }, logo: null }
  assert.deepEqual(settingsFrom(stored, nothing), { ...defaultSettings, ...stored.document })
  const { name, timeZone, locale } = settingsFrom(stored, { fixedSettings: { timeZone: 'Europe/Moscow', locale: 'en' }, contact: null })
  assert.deepEqual([name, timeZone, locale], ['Projects', 'Europe/Moscow', 'en'])
})

test('the default language is always offered', () => {
  const stored = { document: { languages: ['en' as const] }, logo: null }
  assert.deepEqual(settingsFrom(stored, { fixedSettings: { locale: 'ru' }, contact: null }).languages, ['ru', 'en'])
})

test('MAIL_TO is the contact unless another one is stored, and always gets the messages of the form', () => {
  const sources = { fixedSettings: {}, contact: 'Office <office@example.org>', mailTo: 'Office <office@example.org>' }
  const stored = { document: { contact: 'help@example.org' }, logo: null }
  assert.equal(settingsFrom(null, sources).contact, 'Office <office@example.org>')
  assert.equal(settingsFrom(stored, sources).contact, 'help@example.org')
  assert.equal(formRecipient(sources, settingsFrom(stored, sources)), 'Office <office@example.org>')
  const unset = { contact: null, mailTo: 'people@localhost' }
  assert.equal(formRecipient(unset, { contact: 'help@example.org' }), 'help@example.org')
  assert.equal(formRecipient(unset, { contact: null }), 'people@localhost')
})

test('only what differs from the defaults is stored', () => {
  assert.deepEqual(documentOf({ name: 'Projectory', undoMinutes: 0, languages: ['en', 'ru'], welcome: { en: '', ru: 'Привет' } }), {
    undoMinutes: 0,
    welcome: { en: '', ru: 'Привет' },
  })
})

test('a fixed value can be sent unchanged, but not changed', () => {
  assert.deepEqual(fixedKeys({ timeZone: 'UTC', name: 'X' }, { timeZone: 'UTC' }), [])
  assert.deepEqual(fixedKeys({ timeZone: 'Asia/Omsk' }, { timeZone: 'UTC', locale: 'en' }), ['timeZone'])
})

test('time zones have names; offsets have no daylight saving time', () => {
  for (const name of ['UTC', 'Europe/Moscow', 'America/Argentina/Buenos_Aires']) assert.ok(isTimeZone(name), name)
  for (const name of ['', 'Mars/Olympus', '+03:00', '-05:00', 'Europe/Moscow; drop table']) assert.ok(!isTimeZone(name), name)
})
