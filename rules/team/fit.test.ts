import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { createFit, type Offered, rankedByMatches } from './fit.ts'

const vocabulary = [
  { name: 'Designer', nameRu: 'Дизайнер', aliases: ['художник'] },
  { name: 'QA', nameRu: 'Тестировщик', aliases: ['tester'] },
  { name: 'Test Engineer', nameRu: null, aliases: ['Tester', 'test automation'] },
  { name: 'Backend Developer', nameRu: null, aliases: [] },
  { name: 'Analyst', nameRu: null, aliases: [] },
]
const fit = createFit(vocabulary)
const names = vocabulary.map(({ name }) => name)
const want = (role: string, count = 1): WantedRole => ({
  role,
  roleRu: vocabulary.find(({ name }) => name === role)?.nameRu ?? null,
  count,
})
const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

test('a team covers the roles it wants, and the words say why', () => {
  const wanted = [want('QA', 2), want('Designer'), want('Analyst')]
  assert.deepEqual(fit.coverage(wanted, [['Test Engineer'], ['QA'], ['Designer', 'Backend Developer']]), [
    { role: 'QA', roleRu: 'Тестировщик', words: ['tester', 'QA'], count: 2, covered: 2 },
    { role: 'Designer', roleRu: 'Дизайнер', words: ['Designer'], count: 1, covered: 1 },
    { role: 'Analyst', roleRu: null, words: [], count: 1, covered: 0 },
  ])
  assert.deepEqual(fit.missing(wanted, [['QA']]), [want('QA'), want('Designer'), want('Analyst')])
})

test('a role matches itself and roles that share a name or an alias, in any case; also one that is not in the vocabulary', () => {
  assert.deepEqual([...fit.matching('QA')].toSorted(), ['QA', 'Test Engineer'])
  assert.deepEqual(fit.matches([want('Test Engineer')], ['QA']), [{ role: 'Test Engineer', roleRu: null, words: ['Tester'] }])
  assert.deepEqual([...fit.matching('Wizard')], ['Wizard'])
  assert.deepEqual(fit.matches([want('Wizard')], ['Wizard', 'QA']), [{ role: 'Wizard', roleRu: null, words: ['Wizard'] }])
})

test('roles are found by any of their words, with those that match them', () => {
  for (const word of [' qa ', 'ТЕСТИРОВЩИК', 'tester', 'test automation'])
    assert.deepEqual([...fit.named(word)].toSorted(), ['QA', 'Test Engineer'], word)
  assert.deepEqual([...fit.named('художник')], ['Designer'])
  assert.deepEqual([...fit.named('Wizard')], [])
})

test('a name that the app sends for a built-in role is one of its words', () => {
  const { matches } = createFit([...vocabulary, { name: 'Аналитик данных', nameRu: null, aliases: ['аналитик'] }])
  assert.deepEqual(matches([want('Analyst')], ['Аналитик данных'])[0]?.words, ['Аналитик'])
})

test('a person takes one place; the one who can do only this role keeps it', () => {
  const wanted = [want('Designer'), want('Analyst')]
  assert.equal(total(fit.coverage(wanted, [['Designer', 'Analyst']]).map(({ covered }) => covered)), 1)
  for (const people of [
    [['Designer', 'Analyst'], ['Designer']],
    [['Designer'], ['Designer', 'Analyst']],
  ])
    assert.deepEqual(fit.missing(wanted, people), [])
})

const role = fc.constantFrom(...names)
const offered: fc.Arbitrary<Offered> = fc.uniqueArray(role, { maxLength: 3 })
const wantedRoles = fc
  .uniqueArray(fc.record({ role, count: fc.integer({ min: 1, max: 2 }) }), { maxLength: 4, selector: (one) => one.role })
  .map((list) => list.map((one) => want(one.role, one.count)))
const people = fc.array(offered, { maxLength: 5 })

/** Tries every way of giving people places. Which roles match is decided here by the words of the vocabulary, compared in lower case. */
function mostPlaces(places: string[], people: readonly Offered[]): number {
  const [place, ...others] = places
  if (place === undefined) return 0
  const words = (name: string) => {
    const found = vocabulary.find((one) => one.name === name)!
    return [found.name, found.nameRu ?? found.name, ...found.aliases].map((word) => word.toLowerCase())
  }
  const suits = (mine: Offered) => mine.some((name) => words(name).some((word) => words(place).includes(word)))
  const taken = people.flatMap((mine, index) => (suits(mine) ? [1 + mostPlaces(others, people.toSpliced(index, 1))] : []))
  return Math.max(mostPlaces(others, people), ...taken)
}

test('as many places are covered as any assignment of people to places can', () => {
  fc.assert(
    fc.property(wantedRoles, people, (wanted, team) => {
      const found = fit.coverage(wanted, team)
      const places = wanted.flatMap(({ role, count }) => Array<string>(count).fill(role))
      assert.equal(total(found.map(({ covered }) => covered)), mostPlaces(places, team))
      for (const { role, roleRu, words, count, covered } of found) {
        assert.ok(covered <= count && covered <= mostPlaces(Array<string>(count).fill(role), team))
        assert.ok(covered === 0 || words.length > 0)
        assert.deepEqual([roleRu, count], [want(role).roleRu, wanted.find((one) => one.role === role)!.count])
      }
      // Earlier roles first: what is covered of the first roles is what would be covered without the others.
      for (const end of wanted.keys()) assert.deepEqual(fit.coverage(wanted.slice(0, end), team), found.slice(0, end))
    }),
    { numRuns: 500 },
  )
})

test('the order of the people changes nothing', () => {
  fc.assert(
    fc.property(wantedRoles, people, fc.nat(), (wanted, team, shift) => {
      const turned = [...team.slice(shift % (team.length + 1)), ...team.slice(0, shift % (team.length + 1))].toReversed()
      const counts = (found: ReturnType<typeof fit.coverage>) => found.map(({ role, covered, words }) => [role, covered, words.toSorted()])
      assert.deepEqual(counts(fit.coverage(wanted, turned)), counts(fit.coverage(wanted, team)))
    }),
  )
})

const lookingTeam = fc.record({ wanted: wantedRoles, team: people })
type LookingTeam = { wanted: WantedRole[]; team: Offered[] }
const rankOf = (index: number, teams: LookingTeam[], mine: Offered): number =>
  rankedByMatches(teams.map(({ wanted, team }, at) => ({ at, matches: fit.matches(fit.missing(wanted, team), mine) }))).findIndex(
    ({ at }) => at === index,
  )

test('a team that wants one more role, at any position, never gets a lower rank', () => {
  fc.assert(
    fc.property(
      fc.array(lookingTeam, { minLength: 1, maxLength: 5 }),
      offered,
      fc.nat(),
      fc.nat(),
      role,
      (teams, mine, at, position, more) => {
        const index = at % teams.length
        const { wanted, team } = teams[index]!
        const grown = wanted.some((one) => one.role === more)
          ? wanted.map((one) => (one.role === more ? { ...one, count: one.count + 1 } : one))
          : wanted.toSpliced(position % (wanted.length + 1), 0, want(more))
        assert.ok(rankOf(index, teams.with(index, { wanted: grown, team }), mine) <= rankOf(index, teams, mine))
      },
    ),
    { numRuns: 1000 },
  )
})

test('a person who offers one more role never gets a lower rank', () => {
  fc.assert(
    fc.property(wantedRoles, fc.array(offered, { minLength: 1, maxLength: 6 }), fc.nat(), role, (wanted, everyone, at, more) => {
      const index = at % everyone.length
      const rank = (all: Offered[]) =>
        rankedByMatches(all.map((mine, who) => ({ who, matches: fit.matches(wanted, mine) }))).findIndex(({ who }) => who === index)
      assert.ok(rank(everyone.with(index, [...everyone[index]!, more])) <= rank(everyone))
    }),
    { numRuns: 500 },
  )
})
