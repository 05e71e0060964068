import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingInWords } from '#rules/text/state-texts.ts'
import { createCalendar } from '#rules/time/day.ts'
import {
  editableIn,
  isAbandoned,
  missingFor,
  type RoundFacts,
  roundStateAt,
  whyNotChangeChoice,
  whyNotChoose,
  whyNotDecideAlone,
  whyNotOrder,
  windowDays,
} from './round.ts'

const draft: RoundFacts = {
  ...{ mode: 'ranked', opensAt: null, closesAt: null, announcedAt: null, sealedAt: null, publishedAt: null, endedAt: null },
}
const opensAt = '2026-09-01T08:00:00.000Z'
const closesAt = '2026-09-10T18:00:00.000Z'
const announced: RoundFacts = { ...draft, opensAt, closesAt, announcedAt: '2026-08-20T10:00:00.000Z' }
const sealed = { ...announced, sealedAt: '2026-09-10T18:00:01.000Z' }
const published = { ...sealed, publishedAt: '2026-09-12T10:00:00.000Z' }
const at = (text: string) => new Date(text)

test('the state follows from what happened and from the clock', () => {
  const table: [RoundFacts, string, string][] = [
    [draft, '2026-09-05T00:00:00Z', 'draft'],
    [announced, '2026-09-01T07:59:59.999Z', 'announced'],
    [announced, '2026-09-01T08:00:00.000Z', 'open'],
    [announced, '2026-09-10T17:59:59.999Z', 'open'],
    [announced, '2026-09-10T18:00:00.000Z', 'sealed'],
    [{ ...announced, mode: 'direct' }, '2026-09-10T17:00:00.000Z', 'open'],
    [{ ...announced, mode: 'direct' }, '2026-09-10T18:00:00.000Z', 'ended'],
    [sealed, '2026-09-02T00:00:00Z', 'sealed'],
    [published, '2026-09-13T00:00:00Z', 'published'],
    [{ ...published, endedAt: '2026-10-01T00:00:00.000Z' }, '2026-10-02T00:00:00Z', 'ended'],
  ]
  for (const [facts, now, state] of table) assert.equal(roundStateAt(facts, at(now)), state, now)
})

test('the window as days: a round that closes at midnight ends with the day before', () => {
  const moscow = createCalendar('Europe/Moscow')
  assert.deepEqual(windowDays('2026-08-31T21:00:00.000Z', '2026-09-10T21:00:00.000Z', moscow), {
    firstDay: '2026-09-01',
    lastDay: '2026-09-10',
  })
  assert.deepEqual(windowDays('2026-08-31T20:59:00.000Z', '2026-09-10T21:00:00.001Z', moscow), {
    firstDay: '2026-08-31',
    lastDay: '2026-09-11',
  })
})

test('a team chooses while the round is open, up to the limit; a direct round has no limit of its own', () => {
  const counts = { choices: 2, mostChoices: 3, teams: 600, mostTeams: 600 }
  const open = at('2026-09-05T00:00:00Z')
  assert.equal(whyNotChoose(announced, counts, open), null)
  assert.equal(whyNotChoose(announced, { ...counts, choices: 3 }, open), 'too_many_choices')
  assert.equal(whyNotChoose(announced, { ...counts, choices: 0 }, open), 'round_full')
  assert.equal(whyNotChoose(announced, { ...counts, choices: 0, teams: 599 }, open), null)
  assert.equal(whyNotChoose({ ...announced, mode: 'direct' }, { ...counts, choices: 9 }, open), null)
  assert.equal(whyNotChoose(announced, counts, at('2026-08-25T00:00:00Z')), 'enrollment_closed')
  assert.equal(whyNotChoose(announced, counts, at('2026-09-11T00:00:00Z')), 'round_sealed')
  assert.equal(whyNotChoose(published, counts, at('2026-09-13T00:00:00Z')), 'enrollment_closed')
})

test('a choice changes while its round is open and is decided by the round', () => {
  assert.equal(whyNotChangeChoice(null, at('2026-09-11T00:00:00Z')), null)
  assert.equal(whyNotChangeChoice(announced, at('2026-09-05T00:00:00Z')), null)
  assert.equal(whyNotChangeChoice(announced, at('2026-09-11T00:00:00Z')), 'round_sealed')
  assert.equal(whyNotDecideAlone(null), null)
  assert.equal(whyNotDecideAlone(sealed), 'decided_by_round')
  assert.equal(whyNotDecideAlone(published), null)
  const abandoned = { ...sealed, endedAt: '2026-09-12T10:00:00.000Z' }
  assert.equal(whyNotDecideAlone(abandoned), null)
  assert.equal(whyNotChangeChoice(abandoned, at('2026-09-13T00:00:00Z')), null)
  assert.deepEqual([isAbandoned(abandoned), isAbandoned({ ...published, endedAt: closesAt }), isAbandoned(sealed)], [true, false, false])
})

test('an order names every choice once', () => {
  assert.equal(whyNotOrder([1, 2, 3], [3, 1, 2]), null)
  assert.equal(whyNotOrder([], []), null)
  for (const given of [
    [1, 2],
    [1, 2, 2],
    [1, 2, 4],
    [1, 2, 3, 3],
  ])
    assert.equal(whyNotOrder([1, 2, 3], given), 'choices_changed', given.join())
})

test('what a draft needs to be announced', () => {
  const now = at('2026-09-05T00:00:00Z')
  const ready = { hasPublished: true, isAwaited: false }
  assert.deepEqual(missingFor(draft, { hasPublished: false, isAwaited: true }, now), ['window', 'project', 'applications'])
  assert.deepEqual(missingFor({ ...draft, opensAt, closesAt }, ready, now), [])
  assert.deepEqual(missingFor({ ...draft, opensAt, closesAt }, ready, at(closesAt)), ['closed'])
  assert.deepEqual(missingFor({ ...draft, opensAt, closesAt, mode: 'direct' }, { ...ready, isAwaited: true }, now), [])
  assert.deepEqual(missingFor(announced, { hasPublished: false, isAwaited: true }, now), [])
  assert.equal(missingInWords(['window', 'project'], 'en'), 'the times of opening and closing, a published project')
  assert.match(missingInWords(['applications'], 'ru'), /заявк/)
})

test('slug and mode are fixed by announcing, the window by its times, the rule by publishing', () => {
  assert.deepEqual(editableIn.slug, ['draft'])
  assert.deepEqual(editableIn.opensAt, ['draft', 'announced'])
  assert.deepEqual(editableIn.closesAt, ['draft', 'announced', 'open'])
  assert.deepEqual(editableIn.rule, ['draft', 'announced', 'open', 'sealed'])
})
