import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProjectState, projectStates } from '#contract/console/project.ts'
import { stepInWords } from '#rules/text/state-texts.ts'
import { misplacedDate, nextStates, outcomeOf, whyNotDates, whyNotImportStep, whyNotRemove, whyNotStep } from './state.ts'

const possible = ['draft published', 'published archived', 'archived published', 'published withdrawn', 'withdrawn draft']

test('only these transitions are allowed', () => {
  for (const state of projectStates)
    for (const wanted of projectStates) {
      const expected = possible.includes(`${state} ${wanted}`) ? null : 'project_state'
      assert.equal(whyNotStep(state, wanted, 0), expected, `${state} to ${wanted}`)
      assert.equal(nextStates(state).includes(wanted), expected === null)
    }
})

test('a transition that ends assignments is refused while requests are undecided', () => {
  assert.equal(whyNotStep('published', 'archived', 1), 'requests_waiting')
  assert.equal(whyNotStep('published', 'withdrawn', 3), 'requests_waiting')
  assert.equal(whyNotStep('draft', 'published', 3), null)
  assert.equal(whyNotStep('archived', 'published', 3), null)
  assert.equal(whyNotStep('withdrawn', 'draft', 3), null)
  assert.equal(whyNotStep('draft', 'archived', 3), 'project_state', 'what is impossible anyway is said first')
})

test('an import makes the same transitions, except to or from withdrawn, and ends no assignment', () => {
  const byImport = ['draft published', 'published archived', 'archived published']
  for (const state of projectStates)
    for (const wanted of projectStates) {
      const expected = byImport.includes(`${state} ${wanted}`) ? null : 'project_state'
      assert.equal(whyNotImportStep(state, wanted, false), expected, `${state} to ${wanted}`)
    }
  assert.equal(whyNotImportStep('published', 'archived', true), 'requests_waiting')
  assert.equal(whyNotImportStep('draft', 'published', true), null)
})

test('archiving finishes assignments, withdrawing ends them as left', () => {
  assert.deepEqual(projectStates.map(outcomeOf), [null, null, 'finished', 'left'])
})

test('only an unpublished, unused draft can be deleted', () => {
  const draft = { state: 'draft' as ProjectState, wasPublished: false, teams: 0, requests: 0, results: 0 }
  assert.equal(whyNotRemove(draft), null)
  for (const more of [{ wasPublished: true }, { teams: 1 }, { requests: 1 }, { results: 1 }])
    assert.equal(whyNotRemove({ ...draft, ...more }), 'project_in_use', JSON.stringify(more))
  for (const state of ['published', 'archived', 'withdrawn'] as const) assert.equal(whyNotRemove({ ...draft, state }), 'project_in_use')
})

test('inconsistent dates are refused', () => {
  const none = { dateStart: null, dateEnd: null, enrollmentStart: null, enrollmentEnd: null }
  const fitting = [
    {},
    { dateStart: '2026-09-01', dateEnd: '2026-09-01', enrollmentStart: '2026-09-01', enrollmentEnd: '2026-09-01' },
    { dateStart: '2026-09-01', enrollmentEnd: '2026-10-01' }, // teams may join after the start
    { enrollmentStart: '2026-09-01' },
    { dateEnd: '2026-09-01', enrollmentStart: '2027-01-01' }, // enrollment without an end is not checked
    { dateStart: '0999-12-31', dateEnd: '1000-01-01' },
  ]
  for (const dates of fitting) assert.equal(whyNotDates({ ...none, ...dates }), null, JSON.stringify(dates))
  const wrong = [
    { misplaced: 'dateEnd', dateStart: '2026-09-02', dateEnd: '2026-09-01' },
    { misplaced: 'enrollmentEnd', enrollmentStart: '2026-09-02', enrollmentEnd: '2026-09-01' },
    { misplaced: 'enrollmentEnd', enrollmentEnd: '2026-12-02', dateEnd: '2026-12-01' },
  ]
  for (const { misplaced, ...dates } of wrong) {
    assert.equal(whyNotDates({ ...none, ...dates }), 'invalid_dates', JSON.stringify(dates))
    assert.equal(misplacedDate({ ...none, ...dates }), misplaced)
  }
})

test('a refused transition is described in the language of the caller', () => {
  assert.deepEqual(stepInWords('draft', 'archived', 'en'), { state: 'a draft', wanted: 'archived' })
  assert.deepEqual(stepInWords('withdrawn', 'published', 'ru'), { state: 'снят с публикации', wanted: 'опубликованным' })
  const words = (['en', 'ru'] as const).flatMap((language) =>
    projectStates.flatMap((state) => Object.values(stepInWords(state, state, language))),
  )
  assert.ok(words.every((word) => word.length > 3))
})
