import { byCodeUnits } from '#rules/placement/instance.ts'

/** A placed team, with the projects of other placed teams it would rather have, the most wanted one first. `number`: its lottery number. */
export type Wish = { team: string; project: string; number: string; wishes: readonly string[] }
export type Move = { team: string; from: string; to: string }

/**
 * Exchanges that make every team in them better off: top trading cycles. Each team points at the team that has the project it wants most; of
 * several, at the one with the best lottery number. A cycle is an exchange; its teams leave, and the others point again. Teams that nobody left can
 * satisfy leave without an exchange. So no exchange is left over among the teams that keep their project.
 * Each exchange begins with its first team by name; exchanges are in the order in which they were found, which does not depend on the input.
 */
export function findExchanges(placed: readonly Wish[]): Move[][] {
  const left = new Map(
    placed.toSorted((a, b) => byCodeUnits(a.number, b.number) || byCodeUnits(a.team, b.team)).map((wish) => [wish.team, wish]),
  )
  const holders = new Map<string, string[]>() // best lottery number first
  for (const { team, project } of left.values()) holders.get(project)?.push(team) ?? holders.set(project, [team])
  const holderOf = (project: string): string | undefined => holders.get(project)?.find((team) => left.has(team))
  const nextOf = ({ project, wishes }: Wish): { team: string; to: string } | null => {
    for (const to of wishes) {
      const team = to === project ? undefined : holderOf(to)
      if (team !== undefined) return { team, to }
    }
    return null
  }

  const exchanges: Move[][] = []
  while (left.size > 0) {
    const [first] = left.keys()
    // Follow the pointers from the first team until one repeats or has nowhere to point at.
    const path: Move[] = []
    const positions = new Map<string, number>()
    let team = first!
    while (!positions.has(team)) {
      const wish = left.get(team)!
      const next = nextOf(wish)
      if (next === null) break
      positions.set(team, path.length)
      path.push({ team, from: wish.project, to: next.to })
      team = next.team
    }
    const start = positions.get(team)
    if (start === undefined) {
      left.delete(team)
      continue
    }
    const cycle = path.slice(start)
    for (const { team } of cycle) left.delete(team)
    exchanges.push(beginningWithFirst(cycle))
  }
  return exchanges
}

function beginningWithFirst(cycle: Move[]): Move[] {
  const first = cycle.reduce((first, move, index) => (byCodeUnits(move.team, cycle[first]!.team) < 0 ? index : first), 0)
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}
