import type { Instance } from '#rules/placement/instance.ts'

/**
 * Team-proposing deferred acceptance. Each team asks for its choices from the first one on; a full project keeps the strongest claims: preferred
 * before unmarked, then the better position in the lottery. The result does not depend on the order in which teams ask.
 * Returns the index of the choice each team got (in `chosen`), -1 for none.
 */
export function fair({ teams, chosen, classes, capacity }: Instance, positions: Int32Array): Int32Array {
  const count = teams.length
  const next = new Int32Array(count)
  const claims = Array.from(capacity, (): number[] => []) // of each project, strongest first; a claim is class × count + position
  const teamAt = new Int32Array(count)
  for (let team = 0; team < count; team++) teamAt[positions[team]!] = team

  for (let first = 0; first < count; first++) {
    let team = first
    while (next[team]! < chosen[team]!.length) {
      const choice = next[team]!++
      const project = chosen[team]![choice]!
      const list = claims[project]!
      insert(list, classes[team]![choice]! * count + positions[team]!)
      if (list.length <= capacity[project]!) break
      team = teamAt[list.pop()! % count]!
    }
  }

  const got = new Int32Array(count).fill(-1)
  for (const [project, list] of claims.entries())
    for (const claim of list) {
      const team = teamAt[claim % count]!
      got[team] = chosen[team]!.indexOf(project)
    }
  return got
}

function insert(list: number[], claim: number): void {
  let at = list.length
  list.push(claim)
  for (; at > 0 && list[at - 1]! > claim; at--) list[at] = list[at - 1]!
  list[at] = claim
}
