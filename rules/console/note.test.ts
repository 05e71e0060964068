import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_MENTIONS, MOST_NOTES, NOTES_AN_HOUR } from '#contract/console/note.ts'
import { mayEditNote, mentionBefore, mentionsIn, secondsUntilNextNote, splitMentions, startOfHour, whyNotAddNote } from './note.ts'

test('why a note cannot be added', () => {
  const free = { exists: true, onObject: 0, ofHour: 0 }
  for (const on of ['request', 'team', 'project'] as const) {
    assert.equal(whyNotAddNote(on, free), null)
    assert.equal(whyNotAddNote(on, { ...free, exists: false }), `${on}_not_found`)
  }
  assert.equal(whyNotAddNote('team', { ...free, onObject: MOST_NOTES - 1, ofHour: NOTES_AN_HOUR - 1 }), null)
  assert.equal(whyNotAddNote('team', { ...free, onObject: MOST_NOTES }), 'notes_full')
  assert.equal(whyNotAddNote('team', { ...free, ofHour: NOTES_AN_HOUR }), 'too_many_notes')
})

test('the limit of an hour ends when the oldest note is an hour old', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  assert.equal(startOfHour(now).toISOString(), '2026-11-16T11:00:00.000Z')
  assert.equal(secondsUntilNextNote(new Date('2026-11-16T11:10:00Z'), now), 600)
  assert.equal(secondsUntilNextNote(new Date('2026-11-16T10:00:00Z'), now), 1)
})

test('the author and administrators edit a note', () => {
  assert.ok(mayEditNote(7, { id: 7, access: 'curator' }))
  assert.ok(!mayEditNote(7, { id: 8, access: 'curator' }))
  assert.ok(!mayEditNote(null, { id: 8, access: 'curator' }))
  assert.ok(mayEditNote(null, { id: 8, access: 'administrator' }))
})

test('mentions are logins after an @, not email addresses', () => {
  for (const [text, logins] of [
    ['@anna', ['anna']],
    ['Ask @anna, @Boris-2 or @v.e_ra.', ['anna', 'boris-2', 'v.e_ra']],
    ['(@anna) **@anna** _x_@anna?', ['anna']],
    ['write to anna@example.org or https://x.org/@anna', []],
    ['@@anna', []],
    ['@ anna @-', []],
    ['Спросим @anna!', ['anna']],
    ['@anna…@boris', ['anna', 'boris']],
  ] as const)
    assert.deepEqual(mentionsIn(text), logins, text)
  assert.equal(mentionsIn(Array.from({ length: 50 }, (_, n) => `@p${n}`).join(' ')).length, MOST_MENTIONS)
})

test('a text is split at the mentions of known people', () => {
  assert.deepEqual(splitMentions('Hi @Anna and @nobody.', ['anna']), [
    { text: 'Hi ', login: null },
    { text: '@Anna', login: 'anna' },
    { text: ' and @nobody.', login: null },
  ])
  assert.deepEqual(splitMentions('', ['anna']), [])
})

test('the mention that is being typed', () => {
  assert.deepEqual(mentionBefore('Hi @an', 6), { from: 3, typed: 'an' })
  assert.deepEqual(mentionBefore('@', 1), { from: 0, typed: '' })
  assert.deepEqual(mentionBefore('Hi @Мар и', 7), { from: 3, typed: 'Мар' })
  assert.equal(mentionBefore('Hi @an and', 10), null)
  assert.equal(mentionBefore('anna@exam', 9), null)
})
