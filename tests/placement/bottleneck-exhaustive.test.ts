import assert from 'node:assert/strict'
import { type Bottleneck, findBottlenecks } from '#rules/placement/bottleneck.ts'
import { createInstance, type Instance, type Round } from '#rules/placement/instance.ts'
import { createRandom } from '#rules/placement/random.ts'
import { howToRepeat, seedNumber, share, testPart } from '#tests/support/tier.ts'
import { randomRound, shuffled } from './random-round.ts'

// Up to 8 teams: every subset of teams and every extra choice is tried.

const random = createRandom([8, 4, 2, seedNumber])
const rounds = Array.from({ length: share(1500) }, () => randomRound(random, { teams: 8, projects: 4 }))

/** The most teams that can be placed, by trying everything. */
function most({ chosen, capacity }: Pick<Instance, 'chosen' | 'capacity'>): number {
  const left = [...capacity]
  const place = (team: number): number => {
    if (team === chosen.length) return 0
    let best = place(team + 1)
    for (const project of chosen[team]!) {
      if (left[project] === 0) continue
      left[project]!--
      best = Math.max(best, 1 + place(team + 1))
      left[project]!++
    }
    return best
  }
  return place(0)
}

/** The smallest set of teams among those that lack the most places (Hall); these sets are closed under intersection, so there is one smallest. */
function teamsThatLack({ teams, chosen, capacity, isOut }: Instance): string[] {
  let largest = 0
  let found = 0
  for (let subset = 1; subset < 2 ** teams.length; subset++) {
    const members = [...teams.keys()].filter((team) => (subset >> team) & 1)
    if (members.some((team) => isOut[team])) continue // takes no part
    const named = new Set(members.flatMap((team) => [...chosen[team]!]))
    const lacking = members.length - [...named].reduce((sum, project) => sum + capacity[project]!, 0)
    const isSmaller = lacking === largest && lacking > 0 && (subset & found) === subset
    if (lacking > largest || isSmaller) [largest, found] = [lacking, subset]
  }
  return teams.filter((_, team) => (found >> team) & 1)
}

testPart('the number of placeable teams and the teams in bottlenecks are those of an exhaustive search', () => {
  let count = 0
  for (const round of rounds) {
    const instance = createInstance(round)
    const { teams, placeable, bottlenecks } = findBottlenecks(instance)
    assert.equal(
      teams,
      instance.teams.length -
        new Set(round.excluded?.flatMap(({ team, project }) => (project === null && instance.teams.includes(team) ? [team] : []))).size,
    )
    assert.equal(placeable, most(instance), JSON.stringify(round))
    assert.deepEqual(bottlenecks.flatMap(({ teams }) => teams).toSorted(), teamsThatLack(instance), JSON.stringify(round))
    assert.equal(
      bottlenecks.reduce((sum, { missing }) => sum + missing, 0),
      teams - placeable,
    )
    count += bottlenecks.length
  }
  assert.ok(count > share(500), `only ${count} bottlenecks; ${howToRepeat}`)
})

testPart('a bottleneck names exactly the projects its teams named, their places, and no project of another bottleneck', () => {
  for (const round of rounds) {
    const instance = createInstance(round)
    const { bottlenecks } = findBottlenecks(instance)
    for (const { teams, projects, places, missing } of bottlenecks) {
      const named = teams.flatMap((team) =>
        [...instance.chosen[instance.teams.indexOf(team)]!].map((project) => instance.projects[project]!),
      )
      assert.deepEqual(projects, [...new Set(named)].toSorted())
      assert.equal(
        places,
        projects.reduce((sum, project) => sum + instance.capacity[instance.projects.indexOf(project)]!, 0),
      )
      assert.equal(missing, teams.length - places)
      assert.ok(missing > 0)
    }
    const all = bottlenecks.flatMap(({ projects }) => projects)
    assert.equal(new Set(all).size, all.length)
  }
})

testPart('the gain of every remedy is exact', () => {
  const tried = { raise: 0, ask: 0, add: 0 }
  for (const round of rounds) {
    const instance = createInstance(round)
    const before = most(instance)
    for (const bottleneck of findBottlenecks(instance).bottlenecks) {
      const asked = bottleneck.remedies.find(({ kind }) => kind === 'ask')
      assert.equal(asked?.gain ?? 0, gainOfBestAnswers(instance, bottleneck) - before, JSON.stringify([round, bottleneck]))
      for (const remedy of bottleneck.remedies) {
        tried[remedy.kind]++
        assert.ok(remedy.gain > 0)
        if (remedy.kind === 'raise') assertRaise(instance, before, remedy)
        if (remedy.kind === 'add') assertAdd(instance, before, bottleneck, remedy)
      }
      assert.equal(bottleneck.remedies.filter(({ kind }) => kind === 'raise').length, bottleneck.projects.length)
    }
  }
  for (const [kind, count] of Object.entries(tried)) assert.ok(count > share(200), `${kind}: only ${count}; ${howToRepeat}`)
})

/** Each place up to `by` helps one team, and more than `by` help nobody. */
function assertRaise(instance: Instance, before: number, { project, by, gain }: { project: string; by: number; gain: number }): void {
  const index = instance.projects.indexOf(project)
  for (let more = 1; more <= by + 2; more++) {
    const capacity = instance.capacity.with(index, instance.capacity[index]! + more)
    assert.equal(most({ ...instance, capacity }) - before, Math.min(more, gain))
  }
}

function assertAdd(instance: Instance, before: number, { teams }: Bottleneck, { places, gain }: { places: number; gain: number }): void {
  for (let count = 1; count <= places + 1; count++) {
    const capacity = Int32Array.from([...instance.capacity, count])
    const chosen = instance.chosen.map((list, team) =>
      teams.includes(instance.teams[team]!) ? Int32Array.from([...list, instance.projects.length]) : list,
    )
    assert.equal(most({ chosen, capacity }) - before, Math.min(count, gain))
  }
}

/** Every combination of one more choice for each team; none for a team that has chosen everything. */
function gainOfBestAnswers(instance: Instance, { teams }: Bottleneck): number {
  const { projects, unsuitable, capacity } = instance
  const chosen = [...instance.chosen]
  const ceiling = most(instance) + teams.length
  let best = 0
  const ask = (index: number): void => {
    if (best === ceiling) return
    if (index === teams.length) {
      best = Math.max(best, most({ chosen, capacity }))
      return
    }
    const team = instance.teams.indexOf(teams[index]!)
    const own = chosen[team]!
    // Only projects with a place are worth naming; naming one more without a place changes nothing.
    const open = [...projects.keys()].filter(
      (project) => !own.includes(project) && !unsuitable[team]!.includes(project) && capacity[project]! > 0,
    )
    if (open.length === 0) return ask(index + 1)
    for (const project of open) {
      chosen[team] = Int32Array.from([...own, project])
      ask(index + 1)
    }
    chosen[team] = own
  }
  ask(0)
  return best
}

testPart('the order of the input does not matter', () => {
  for (const round of rounds.slice(0, share(500))) {
    const { choices, places, marks, locks, excluded = [] } = round
    const other: Round = {
      choices: shuffled(random, choices),
      places: Object.fromEntries(shuffled(random, Object.entries(places))),
      marks: shuffled(random, marks),
      locks: shuffled(random, locks),
      excluded: shuffled(random, excluded),
    }
    assert.deepEqual(findBottlenecks(createInstance(other)), findBottlenecks(createInstance(round)), JSON.stringify(round))
  }
})
