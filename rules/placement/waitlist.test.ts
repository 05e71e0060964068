import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWaiting, nextOffers, type Waiting } from './waitlist.ts'

const waiting = (team: string, change: Partial<Waiting> = {}): Waiting => ({
  team,
  rank: 1,
  gotRank: null,
  mark: null,
  number: team,
  wasOffered: false,
  ...change,
})

test('a free place goes to the strongest claim: preferred first, then the smaller lottery number', () => {
  assert.deepEqual(nextOffers([waiting('C'), waiting('B'), waiting('D', { mark: 'preferred' })], 1, 0), ['D'])
  assert.deepEqual(nextOffers([waiting('C'), waiting('B')], 1, 0), ['B'])
  assert.deepEqual(nextOffers([waiting('C'), waiting('B')], 5, 0), ['B', 'C'])
})

test('there are never more open offers than free places', () => {
  const teams = [waiting('A'), waiting('B'), waiting('C')]
  assert.deepEqual(nextOffers(teams, 2, 1), ['A'])
  assert.deepEqual(nextOffers(teams, 1, 1), [])
  assert.deepEqual(nextOffers(teams, 0, 1), [])
  assert.deepEqual(nextOffers(teams, null, 7), ['A', 'B', 'C'])
})

test('a team waits for what it ranked above what it has, once, and never for an unsuitable project', () => {
  assert.ok(isWaiting(waiting('A', { rank: 2, gotRank: 3 })))
  assert.ok(!isWaiting(waiting('A', { rank: 3, gotRank: 3 })))
  assert.ok(!isWaiting(waiting('A', { rank: 4, gotRank: 3 })))
  assert.ok(!isWaiting(waiting('A', { wasOffered: true })))
  assert.ok(!isWaiting(waiting('A', { mark: 'unsuitable' })))
  assert.deepEqual(nextOffers([waiting('A', { wasOffered: true }), waiting('B')], 1, 0), ['B'])
})
