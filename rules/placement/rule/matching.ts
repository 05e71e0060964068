export type Matching = { at: Int32Array; members: number[][]; augment(team: number): boolean; size(): number }

/** A matching of teams to places that grows along augmenting paths. `chosen`: the projects of each team; `start`: a matching to begin with. */
export function createMatching(chosen: readonly Int32Array[], capacity: Int32Array, start?: Matching): Matching {
  const at = start ? start.at.slice() : new Int32Array(chosen.length).fill(-1)
  const members = start ? start.members.map((list) => [...list]) : Array.from(capacity, (): number[] => [])
  const isDead = new Uint8Array(capacity.length)
  const seen = new Int32Array(capacity.length).fill(-1)
  const mover = new Int32Array(capacity.length)
  let search = -1

  /** Places one more team, by moving others if necessary (breadth-first). False when there is no way; then there is none later either. */
  function augment(team: number): boolean {
    search++
    const queue: number[] = []
    /** True at a free place: the search ends, and everybody moves along the path. */
    const reach = (by: number): boolean => {
      for (const project of chosen[by]!) {
        if (seen[project] === search || isDead[project]) continue
        seen[project] = search
        mover[project] = by
        if (members[project]!.length < capacity[project]!) {
          shift(project)
          return true
        }
        queue.push(project)
      }
      return false
    }
    if (reach(team)) return true
    for (let index = 0; index < queue.length; index++) for (const other of members[queue[index]!]!) if (reach(other)) return true
    for (const project of queue) isDead[project] = 1 // no free place can be reached from here any more
    return false
  }

  function shift(end: number): void {
    for (let project = end; project !== -1; ) {
      const team = mover[project]!
      const from = at[team]!
      members[project]!.push(team)
      at[team] = project
      if (from !== -1) members[from]!.splice(members[from]!.indexOf(team), 1)
      project = from
    }
  }

  return { at, members, augment, size: () => at.reduce((sum, project) => sum + (project === -1 ? 0 : 1), 0) }
}
