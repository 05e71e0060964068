import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfOffer, gotRankOf, isOfferWanted, isWaiting, nextOffers, type OpenOffer, type Waiting } from './waitlist.ts'

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

test('a team waits for nothing while it works on a project it did not choose, was placed by hand or is promised another one', () => {
  assert.ok(!isWaiting(waiting('A', { gotRank: gotRankOf({ rank: null }, 3) })))
  assert.ok(isWaiting(waiting('A', { gotRank: gotRankOf({ rank: 2 }, 1) })))
  assert.ok(!isWaiting(waiting('A', { gotRank: gotRankOf(null, 1) })))
  assert.ok(isWaiting(waiting('A', { gotRank: gotRankOf(null, null) })))
  assert.ok(!isWaiting(waiting('A', { hasOther: true })))
  assert.ok(!isWaiting(waiting('A', { hasLeft: true })))
})

test('an offer is wanted until the team has work that it ranked as high, or did not choose', () => {
  assert.ok(isOfferWanted(2, null))
  assert.ok(isOfferWanted(2, { rank: 3 }))
  assert.ok(!isOfferWanted(2, { rank: 2 }))
  assert.ok(!isOfferWanted(2, { rank: null }))
})

test('an open offer ends when its deadline has passed, its place is gone or its team has other work', () => {
  const offer: OpenOffer = { rank: 1, work: null, isDisbanded: false, isPublished: true, nth: 1, places: 1, isDue: false }
  const cases: [Partial<OpenOffer>, ReturnType<typeof endOfOffer>][] = [
    [{}, null],
    [{ isDue: true }, 'expired'],
    [{ nth: 2 }, 'withdrawn'],
    [{ nth: 2, places: null }, null],
    [{ nth: 2, places: 2 }, null],
    [{ isPublished: false }, 'withdrawn'],
    [{ isDisbanded: true, isDue: true }, 'withdrawn'],
    [{ work: { rank: null } }, 'withdrawn'],
    [{ work: { rank: 2 } }, null],
  ]
  for (const [change, expected] of cases) assert.equal(endOfOffer({ ...offer, ...change }), expected, JSON.stringify(change))
})
