import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundleOf, randomHex, randomRound } from '#tests/placement/random-round.ts'
import type { Mark, Round, Rule } from './instance.ts'
import { place } from './place.ts'
import { createRandom } from './random.ts'
import { reasonText, summaryText } from './reason-text.ts'
import { createReasons } from './reasons.ts'

const numbers = new Map(['A', 'B', 'C', 'D', 'E'].map((team, index) => [team, `0${index}`]))

function explain(lists: Record<string, string[]>, rest: Partial<Omit<Round, 'choices'>>, rule: Rule = 'fair') {
  const choices = Object.entries(lists).map(([team, projects]) => ({ team, projects }))
  const round = { choices, places: { x: 2, y: 1, z: 0 }, marks: [], locks: [], ...rest }
  return createReasons({ ...round, rule, placement: place(rule, round, numbers) })
}

test('lottery, got and lower', () => {
  const reasons = explain({ A: ['x'], B: ['x'], C: ['x', 'y', 'z'] }, {})
  assert.deepEqual(reasons('C'), {
    summary: { code: 'placed', rank: 2, choices: 3 },
    choices: [
      { project: 'x', rank: 1, reason: { code: 'taken', places: 2, byHand: 0, preferred: 0, lottery: 2 } },
      { project: 'y', rank: 2, reason: { code: 'got' } },
      { project: 'z', rank: 3, reason: { code: 'lower' } },
    ],
  })
})

test('preferred teams and locks are counted apart; for a preferred team other preferred ones have the same claim', () => {
  const marks: Mark[] = [{ team: 'D', project: 'x', mark: 'preferred' }]
  const locks = [{ team: 'L', project: 'x' }]
  const reasons = explain({ A: ['x'], D: ['x'] }, { marks, locks })
  assert.deepEqual(reasons('A').choices[0]!.reason, { code: 'taken', places: 2, byHand: 1, preferred: 1, lottery: 0 })
  assert.deepEqual(reasons('A').summary, { code: 'no_place_claims', choices: 1, places: 2, teams: 2 })
  const both: Mark[] = [...marks, { team: 'E', project: 'x', mark: 'preferred' }]
  assert.deepEqual(explain({ D: ['x'], E: ['x'] }, { marks: both, locks })('E').choices[0]!.reason, {
    code: 'taken',
    places: 2,
    byHand: 1,
    preferred: 0,
    lottery: 1,
  })
})

test('unsuitable choices, with the reason where it is known', () => {
  const marks = [
    { team: 'A', project: 'x', mark: 'unsuitable' as const, reason: 'Too few members' },
    { team: 'A', project: 'y', mark: 'unsuitable' as const },
  ]
  const reasons = explain({ A: ['x', 'y'] }, { marks })('A')
  assert.deepEqual(
    reasons.choices.map(({ reason }) => reason),
    [{ code: 'unsuitable_because', reason: 'Too few members' }, { code: 'unsuitable' }],
  )
  assert.deepEqual(reasons.summary, { code: 'all_unsuitable', choices: 2 })
})

test('a choice that had ended is not counted among those the curators found unsuitable', () => {
  const marks: Mark[] = [{ team: 'A', project: 'y', mark: 'unsuitable' }]
  const excluded = [{ team: 'A', project: 'x', reason: 'ended' as const }]
  const { summary, choices } = explain({ A: ['x', 'y'] }, { marks, excluded })('A')
  assert.deepEqual(
    choices.map(({ reason }) => reason.code),
    ['ended', 'unsuitable'],
  )
  assert.equal(summaryText('en', summary), 'The curators found your choice unsuitable.')
})

test('places by hand', () => {
  const locks = [{ team: 'A', project: 'y' }]
  const reasons = explain({ A: ['x', 'y'], B: ['y'] }, { locks })
  assert.deepEqual(
    reasons('A').choices.map(({ reason }) => reason.code),
    ['placed_by_hand', 'got_by_hand'],
  )
  assert.deepEqual(reasons('A').summary, { code: 'by_hand' })
  assert.deepEqual(reasons('B').choices[0]!.reason, { code: 'taken', places: 1, byHand: 1, preferred: 0, lottery: 0 })
})

test('no choices, no free places, and what the teams of all choices wanted', () => {
  assert.deepEqual(explain({ A: [] }, {})('A').summary, { code: 'no_choices' })
  const none = explain({ A: ['z'] }, {})('A')
  assert.deepEqual([none.summary, none.choices[0]!.reason], [{ code: 'no_free_places', choices: 1 }, { code: 'no_places' }])
  const reasons = explain({ A: ['x'], B: ['x'], C: ['y'], D: ['y', 'x'], E: ['y'] }, {})
  assert.deepEqual(reasons('D').summary, { code: 'no_place_lottery', choices: 2, places: 3, teams: 5 })
})

test('under `fullest` a place is not lost to a claim', () => {
  const reasons = explain({ A: ['y', 'x'], B: ['y'] }, {}, 'fullest')
  assert.deepEqual(
    reasons('A').choices.map(({ reason }) => reason),
    [{ code: 'taken_fullest', places: 1 }, { code: 'got' }],
  )
  assert.equal(explain({ A: ['y'], B: ['y'] }, {}, 'fullest')('B').summary.code, 'no_place_fullest')
})

test('in random rounds the numbers of a reason add up to the places, and no sentence has the pseudonym of a team or an unfilled parameter', async () => {
  const random = createRandom([5, 5, 5, 5])
  let taken = 0
  for (let index = 0; index < 1500; index++) {
    const rule = index % 2 === 0 ? 'fair' : 'fullest'
    const bundle = await bundleOf(randomRound(random, { teams: 7, projects: 4 }), rule, randomHex(random))
    const placement = new Map(bundle.placement.map(({ team, project }) => [team, project]))
    const reasons = createReasons({ ...bundle, placement })
    for (const { team } of bundle.choices) {
      const { summary, choices } = reasons(team)
      for (const { project, reason } of choices) {
        if (reason.code === 'taken' || reason.code === 'taken_fullest') {
          taken++
          assert.equal(reason.places, bundle.places[project], 'only full projects turn a team away')
          if (reason.code === 'taken') assert.equal(reason.byHand + reason.preferred + reason.lottery, reason.places)
        }
        for (const language of ['en', 'ru'] as const) {
          const text = `${reasonText(language, reason, project)} ${summaryText(language, summary)}`
          assert.doesNotMatch(text, /[A-Z2-7]{16}|[{}]|undefined/)
        }
      }
    }
  }
  assert.ok(taken > 500)
})
