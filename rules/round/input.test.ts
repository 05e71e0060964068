import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundInput, RoundValues } from '#contract/console/round.ts'
import { createCalendar } from '#rules/time/day.ts'
import { defaultRound, joiningOf, readRound, whyNotJoinRound, withWindow } from './input.ts'

const slugs = { isTaken: (slug: string) => slug === 'taken', free: (proposal: string) => `${proposal}-free` }
const stored: RoundValues = { ...defaultRound, name: 'Autumn', slug: 'autumn', opensAt: '2026-09-01T10:00:00.000Z', mostChoices: 3 }
const faultsOf = (draft: RoundInput, before: RoundValues | null = stored): string[] =>
  readRound(draft, before, slugs).faults.map(({ path, code }) => `${path} ${code}`)

test('a new round has defaults and a slug made from its name', () => {
  assert.deepEqual(readRound({ name: ' Spring ' }, null, slugs), {
    round: { ...defaultRound, name: 'Spring', slug: 'spring-free' },
    faults: [],
    isNamed: true,
  })
  assert.equal(readRound({ name: 'a\u202eb' }, null, slugs).isNamed, false)
  assert.equal(readRound({}, null, slugs).isNamed, false)
})

test('absent keys keep their values; the slug of another round is taken', () => {
  assert.deepEqual(readRound({ rule: 'fullest' }, stored, slugs).round, { ...stored, rule: 'fullest' })
  assert.deepEqual(readRound({ slug: null, opensAt: null }, stored, slugs).round, { ...stored, opensAt: null })
  assert.deepEqual(faultsOf({ slug: 'taken' }), ['slug taken'])
  assert.deepEqual(faultsOf({ slug: 'taken' }, { ...stored, slug: 'taken' }), [])
})

test('a window closes after it opens, in years that every time zone writes with four digits', () => {
  assert.deepEqual(faultsOf({ closesAt: '2026-09-01T10:00:00Z' }), ['closesAt out_of_range'])
  assert.deepEqual(faultsOf({ closesAt: '2026-09-01T10:00:00.001Z' }), [])
  assert.deepEqual(faultsOf({ opensAt: '2026-09-02T00:00:00Z', closesAt: '2026-09-02T02:00:00+03:00' }), ['closesAt out_of_range'])
  for (const opensAt of ['soon', '0000-06-01T00:00:00Z', '0999-12-31T23:59:00Z', '9999-12-31T23:00:00Z', '9999-12-31T23:00:00-03:00'])
    assert.deepEqual(faultsOf({ opensAt }), ['opensAt not_a_date'], opensAt)
})

test('a window has days once it has both ends', () => {
  const calendar = createCalendar('Europe/Moscow')
  assert.deepEqual(withWindow(stored, calendar), { ...stored, firstDay: null, lastDay: null })
  const { firstDay, lastDay } = withWindow({ ...stored, closesAt: '2026-09-10T21:00:00.000Z' }, calendar)
  assert.deepEqual([firstDay, lastDay], ['2026-09-01', '2026-09-10'])
})

test('projects that are listed join, those that are not leave; a project of an active round cannot join', () => {
  const project = (id: number, round: number | null) => ({ id, round, isRoundOver: false, waiting: 0 })
  const present = [project(1, 7), project(2, 7), project(3, null), project(4, 8)]
  const idsOf = (round: number | null, given: number[]) => {
    const { added, removed, missing } = joiningOf(round, given, present)
    return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id), missing }
  }
  assert.deepEqual(idsOf(7, [1, 3, 3]), { added: [3], removed: [2], missing: undefined })
  assert.deepEqual(idsOf(null, [3, 9]), { added: [3], removed: [], missing: 9 })
  assert.equal(whyNotJoinRound(present[2]!, true), null)
  assert.equal(whyNotJoinRound(present[3]!, false), 'project_in_round')
  assert.equal(whyNotJoinRound({ ...present[3]!, isRoundOver: true }, false), null)
  assert.equal(whyNotJoinRound({ ...present[2]!, waiting: 1 }, true), 'round_incomplete')
  assert.equal(whyNotJoinRound({ ...present[2]!, waiting: 1 }, false), null)
})
