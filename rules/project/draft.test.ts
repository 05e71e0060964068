import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noValues, readDraft } from './draft.ts'

test('lines and texts are normalised, without control or invisible characters', () => {
  const { values, faults } = readDraft({
    name: '  Bridge\n\tWatch\u202e \0',
    shortDescription: ' Sensors\r\nfor bridges ',
    description: '# Title\r\n\r\nText\u2066\u0007 ',
    curator: '\u200b \u202d',
    client: '',
    clientContact: 'a@example.org\n+7 900',
    developerRequirements: [' Rust ', '', '\u2069', 'two\nlines'],
    teamLimit: 0,
  })
  assert.deepEqual(faults, [])
  assert.deepEqual(values, {
    ...noValues,
    name: 'Bridge Watch',
    shortDescription: 'Sensors for bridges',
    description: '# Title\n\nText',
    clientContact: 'a@example.org\n+7 900',
    developerRequirements: ['Rust', 'two lines'],
    teamLimit: 0,
  })
})

test('absent keys are unchanged, null clears', () => {
  const present = { ...noValues, name: 'Old', client: 'Museum', teamLimit: 3, dateStart: '2026-01-01', projectRequirements: ['one'] }
  assert.deepEqual(readDraft({ name: 'New' }, present).values, { ...present, name: 'New' })
  const emptied = readDraft({ name: 'Old', client: null, teamLimit: null, dateStart: null, projectRequirements: [] }, present)
  assert.deepEqual(emptied.values, { ...noValues, name: 'Old' })
  assert.deepEqual(readDraft({}, { ...present, name: 'Old\u202e' }), { values: { ...present, name: 'Old\u202e' }, faults: [] })
  assert.deepEqual(readDraft({}).faults, [{ path: 'name', code: 'required' }])
})

test('a name must be visible, and a date must exist', () => {
  for (const name of ['', ' ', '\u200b', '\u202e', '\0'])
    assert.deepEqual(readDraft({ name }).faults, [{ path: 'name', code: 'required' }], JSON.stringify(name))
  assert.deepEqual(readDraft({ name: '🌉' }).faults, [])
  for (const day of ['2026-02-30', '0000-01-01', '2026-13-01'])
    for (const key of ['dateStart', 'dateEnd', 'enrollmentStart', 'enrollmentEnd'])
      assert.deepEqual(readDraft({ name: 'x', [key]: day }).faults, [{ path: key, code: 'not_a_date' }])
  assert.deepEqual(readDraft({ name: 'x', dateStart: '2024-02-29', dateEnd: '9999-12-31' }).faults, [])
})
