import { type Choices, exclusionIn, type Lock, type Mark, type Placement, pairKey, type Round, type Rule } from './instance.ts'

// Why a team got or did not get each of its choices, from the result alone. Reasons have numbers only: nothing in them identifies another team.

type Taken = { places: number; byHand: number; preferred: number; lottery: number }

export type Reason =
  | { code: 'got' | 'got_by_hand' | 'lower' | 'placed_by_hand' | 'unsuitable' | 'no_places' | 'not_free' | 'ended' }
  | { code: 'unsuitable_because'; reason: string }
  /** `fair`: to whom the places went; the three numbers add up to `places`. */
  | ({ code: 'taken' } & Taken)
  | { code: 'taken_fullest'; places: number }

export type Summary =
  | { code: 'placed'; rank: number; choices: number }
  | { code: 'by_hand' | 'no_choices' | 'not_free' }
  | { code: 'all_unsuitable' | 'no_free_places'; choices: number }
  /** Places of the suitable choices, and how many teams wanted one of them, this one included. */
  | { code: 'no_place_lottery' | 'no_place_claims' | 'no_place_fullest'; choices: number; places: number; teams: number }

export type TeamReasons = { summary: Summary; choices: { project: string; rank: number; reason: Reason }[] }

/** `reason`: of an unsuitable choice, from the vocabulary; it is not in the bundle. */
type Explained = Omit<Round, 'marks'> & { rule: Rule; marks: readonly (Mark & { reason?: string })[]; placement: Placement }

/** Of a team that had another project when the round was placed. */
export const reasonsOfBusy = (projects: readonly string[]): TeamReasons => ({
  summary: { code: 'not_free' },
  choices: projects.map((project, index) => ({ project, rank: index + 1, reason: { code: 'not_free' } })),
})

/** Returns the reasons of a team of the round. */
export function createReasons({ rule, choices, places, marks, locks, excluded = [], placement }: Explained): (team: string) => TeamReasons {
  const markOf = new Map(marks.map((mark) => [pairKey(mark.team, mark.project), mark]))
  const listOf = new Map(choices.map(({ team, projects }) => [team, projects]))
  const byHand = new Map(locks.map(({ team, project }: Lock) => [team, project]))
  const holders = new Map<string, string[]>()
  for (const [team, project] of placement) if (project !== null) holders.set(project, [...(holders.get(project) ?? []), team])
  const isExcluded = exclusionIn(excluded)
  const isSuitable = (team: string, project: string) =>
    !isExcluded(team, project) && markOf.get(pairKey(team, project))?.mark !== 'unsuitable'
  const isPreferred = (team: string, project: string) => markOf.get(pairKey(team, project))?.mark === 'preferred'
  const wanting = wantingBy(choices, (team, project) => isSuitable(team, project))

  /** Who has the places of a project that this team did not get. */
  function takenBy(team: string, project: string): Taken {
    const others = holders.get(project) ?? []
    const locked = others.filter((other) => byHand.has(other)).length
    const preferred = isPreferred(team, project) ? 0 : others.filter((other) => !byHand.has(other) && isPreferred(other, project)).length
    return { places: others.length, byHand: locked, preferred, lottery: others.length - locked - preferred }
  }

  function reasonOf(team: string, project: string, isBelow: boolean): Reason {
    const lock = byHand.get(team)
    if (lock !== undefined) return { code: lock === project ? 'got_by_hand' : 'placed_by_hand' }
    if (placement.get(team) === project) return { code: 'got' }
    if (isExcluded(team, project)) return { code: 'ended' }
    const mark = markOf.get(pairKey(team, project))
    if (mark?.mark === 'unsuitable') return mark.reason ? { code: 'unsuitable_because', reason: mark.reason } : { code: 'unsuitable' }
    if (isBelow) return { code: 'lower' }
    if (places[project] === 0) return { code: 'no_places' }
    const taken = takenBy(team, project)
    return rule === 'fullest' && taken.byHand < taken.places ? { code: 'taken_fullest', places: taken.places } : { code: 'taken', ...taken }
  }

  function summaryOf(team: string, list: readonly string[]): Summary {
    const got = placement.get(team) ?? null
    if (byHand.has(team)) return { code: 'by_hand' }
    if (got !== null) return { code: 'placed', rank: list.indexOf(got) + 1, choices: list.length }
    const live = list.filter((project) => !isExcluded(team, project))
    if (live.length === 0) return { code: 'no_choices' }
    const suitable = live.filter((project) => isSuitable(team, project))
    if (suitable.length === 0) return { code: 'all_unsuitable', choices: live.length }
    const all = suitable.map((project) => takenBy(team, project))
    const total = all.reduce((sum, { places }) => sum + places, 0)
    if (total === 0) return { code: 'no_free_places', choices: suitable.length }
    const isLottery = all.every(({ byHand, preferred }) => byHand + preferred === 0)
    return {
      code: rule === 'fullest' ? 'no_place_fullest' : isLottery ? 'no_place_lottery' : 'no_place_claims',
      choices: suitable.length,
      places: total,
      teams: new Set(suitable.flatMap((project) => [...(wanting.get(project) ?? [])])).size,
    }
  }

  return (team) => {
    const list = listOf.get(team) ?? []
    const got = list.indexOf(placement.get(team) ?? '')
    return {
      summary: summaryOf(team, list),
      choices: list.map((project, index) => ({
        project,
        rank: index + 1,
        reason: reasonOf(team, project, got !== -1 && index > got),
      })),
    }
  }
}

function wantingBy(choices: readonly Choices[], isSuitable: (team: string, project: string) => boolean): Map<string, string[]> {
  const wanting = new Map<string, string[]>()
  for (const { team, projects } of choices)
    for (const project of projects.filter((project) => isSuitable(team, project)))
      wanting.get(project)?.push(team) ?? wanting.set(project, [team])
  return wanting
}
