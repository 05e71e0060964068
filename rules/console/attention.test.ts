import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attentionOf, type ConsideredProject } from './attention.ts'

const today = 20_000
const base: ConsideredProject = {
  published: today - 30,
  enrollmentStart: today - 10,
  enrollmentEnd: today + 30,
  dateStart: today + 40,
  dateEnd: today + 100,
  teamLimit: 2,
  teamsWorking: 0,
  requestsWaiting: 0,
}
const none: string[] = []

const cases: [string, Partial<ConsideredProject>, string[]][] = [
  ['open for ten days, nobody has applied', {}, ['empty']],
  ['open since a week', { enrollmentStart: today - 7 }, ['empty']],
  ['open for six days', { enrollmentStart: today - 6 }, none],
  ['not open yet', { enrollmentStart: today + 1 }, none],
  ['open since publication, without a day of its own', { enrollmentStart: null, published: today - 7 }, ['empty']],
  ['published yesterday', { enrollmentStart: null, published: today - 1 }, none],
  ['closes today', { enrollmentEnd: today }, ['empty', 'closing']],
  ['closes in six days', { enrollmentEnd: today + 6 }, ['empty', 'closing']],
  ['closes in a week', { enrollmentEnd: today + 7, enrollmentStart: today - 1 }, none],
  ['opened today, closes in three days', { enrollmentStart: today, enrollmentEnd: today + 3 }, ['empty', 'closing']],
  ['closes the day before the start', { enrollmentEnd: null, dateStart: today + 4 }, ['empty', 'closing']],
  ['closed yesterday', { enrollmentEnd: today - 1 }, ['empty']],
  ['closed, in progress without a team', { enrollmentEnd: today - 20, dateStart: today - 15 }, ['empty']],
  ['closed, with an application', { enrollmentEnd: today - 1, requestsWaiting: 1 }, none],
  ['closed, one of two places taken', { enrollmentEnd: today - 1, teamsWorking: 1 }, none],
  ['ended', { enrollmentEnd: today - 60, dateStart: today - 50, dateEnd: today - 1 }, none],
  ['one application for two places, time is left', { requestsWaiting: 1 }, none],
  ['one application for two places, closes soon', { requestsWaiting: 1, enrollmentEnd: today + 2 }, ['empty']],
  ['two applications for two places, closes soon', { requestsWaiting: 2, enrollmentEnd: today + 2 }, none],
  ['one place left without an application, closes soon', { teamsWorking: 1, enrollmentEnd: today + 2 }, ['empty']],
  ['one place left with an application, closes soon', { teamsWorking: 1, requestsWaiting: 1, enrollmentEnd: today + 2 }, none],
  ['full', { teamsWorking: 2, enrollmentEnd: today + 2 }, none],
  ['takes no teams', { teamLimit: 0, enrollmentEnd: today + 2 }, none],
  ['any number of teams, one has applied, closes soon', { teamLimit: null, requestsWaiting: 1, enrollmentEnd: today + 2 }, none],
  ['any number of teams, nobody has applied, closes soon', { teamLimit: null, enrollmentEnd: today + 2 }, ['empty', 'closing']],
  ['without any date', { enrollmentStart: null, enrollmentEnd: null, dateStart: null, dateEnd: null }, ['empty']],
]

for (const [name, changes, expected] of cases)
  test(`${name}: ${expected.join(', ') || 'no attention'}`, () => assert.deepEqual(attentionOf({ ...base, ...changes }, today), expected))
