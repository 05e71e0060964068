import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RoundUnderWay, roundNeeds } from './need.ts'

const now = new Date('2026-10-10T12:00:00.000Z')
const open: RoundUnderWay = {
  id: 1,
  name: 'Autumn',
  mode: 'ranked',
  opensAt: '2026-10-01T00:00:00.000Z',
  closesAt: '2026-10-13T12:00:00.000Z',
  announcedAt: '2026-09-01T00:00:00.000Z',
  sealedAt: null,
  publishedAt: null,
  endedAt: null,
  publishAt: null,
  problem: null,
  draftAt: null,
  teams: 4,
  openOffers: 0,
  firstDueAt: null,
}
const needs = (...rounds: Partial<RoundUnderWay>[]) =>
  roundNeeds(
    rounds.map((round) => ({ ...open, ...round })),
    now,
  ).map(({ id, need }) => [id, need])

test('choices close soon: three days and not a moment more', () => {
  assert.deepEqual(needs({}), [[1, 'closing']])
  assert.deepEqual(needs({ closesAt: '2026-10-13T12:00:00.001Z' }), [])
  assert.deepEqual(needs({ opensAt: '2026-10-11T00:00:00.000Z' }), [], 'not open yet')
  assert.deepEqual(needs({ mode: 'direct', closesAt: '2026-10-10T12:00:00.000Z' }), [], 'a direct round is over')
})

test('a window that has just closed needs nothing before the choices are sealed', () => {
  assert.deepEqual(needs({ closesAt: '2026-10-10T11:59:59.000Z' }), [])
  assert.deepEqual(needs({ closesAt: '2026-10-10T11:59:59.000Z', problem: 'internal' }), [[1, 'problem']])
})

test('problems first, then by time; at most ten', () => {
  const sealedAt = '2026-10-09T00:00:00.000Z'
  assert.deepEqual(
    needs({ id: 1 }, { id: 2, sealedAt }, { id: 3, problem: 'internal' }, { id: 4, sealedAt, draftAt: '2026-10-09T01:00:00.000Z' }),
    [
      [3, 'problem'],
      [2, 'place'],
      [4, 'publish'],
      [1, 'closing'],
    ],
  )
  assert.equal(needs(...Array.from({ length: 12 }, (_, id) => ({ id }))).length, 10)
})
