import type { MergedKey } from '#contract/console/person.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from './admission.ts'

// Two accounts of one person become one: what the remaining one takes over, and what is lost.

export type MergePlace = { member: number; team: number; teamName: string; isAdministrator: boolean; roles: number[] }
export type MergeSide = {
  id: number
  isOpen: boolean // neither closed nor deleted
  access: Access
  email: string | null
  importEmail: string | null
  phone: string | null
  githubLogin: string | null
  patronymic: string
  language: string | null
  hasPicture: boolean
  hasChoices: boolean
  places: MergePlace[]
}

export type Merged = {
  team: number
  teamName: string
  from: number // the place that goes, or becomes the other one's
  into: number | null // the place both have from now on
  isAdministrator: boolean
  becomesAdministrator: boolean
  roles: number[]
}
export type MergePlan = { takes: MergedKey[]; loses: { what: MergedKey | 'access'; value: string | null }[]; places: Merged[] }

export function whyNotMerge(
  from: Pick<MergeSide, 'id' | 'isOpen' | 'access'>,
  into: Pick<MergeSide, 'id' | 'isOpen'>,
  { callerId, otherAdministrators }: { callerId: number; otherAdministrators: number },
): ErrorCode | null {
  if (from.id === into.id || !from.isOpen || !into.isOpen) return 'merge_impossible'
  if (from.id === callerId) return 'not_yourself'
  return from.access === 'administrator' && otherAdministrators === 0 ? 'last_administrator' : null
}

type Value = { what: MergedKey; value: string | null; has: boolean }
const valuesOf = (side: MergeSide): Value[] => [
  ...(['email', 'phone', 'githubLogin', 'patronymic', 'importEmail', 'language'] as const).map((what) => ({
    what,
    value: side[what],
    has: Boolean(side[what]),
  })),
  { what: 'avatar', value: null, has: side.hasPicture },
  { what: 'notifications', value: null, has: side.hasChoices },
]

const isSame = (a: string | null, b: string | null): boolean => a !== null && a.toLowerCase() === b?.toLowerCase()

export function mergePlan(from: MergeSide, into: MergeSide): MergePlan {
  const kept = new Map(valuesOf(into).map((one) => [one.what, one]))
  const given = valuesOf(from).filter(({ has }) => has)
  const loses: MergePlan['loses'] = given
    .filter(({ what, value }) => kept.get(what)!.has && !isSame(value, kept.get(what)!.value))
    .map(({ what, value }) => ({ what, value }))
  // Nobody gets more rights by becoming one with somebody who has them.
  if (rank[from.access] > rank[into.access]) loses.push({ what: 'access', value: from.access })
  return { takes: given.filter(({ what }) => !kept.get(what)!.has).map(({ what }) => what), loses, places: from.places.map(placed) }

  function placed({ member, team, teamName, isAdministrator, roles }: MergePlace): Merged {
    const other = into.places.find((place) => place.team === team)
    return {
      team,
      teamName,
      from: member,
      into: other?.member ?? null,
      isAdministrator: isAdministrator || other?.isAdministrator === true,
      becomesAdministrator: isAdministrator && other?.isAdministrator !== true,
      roles: [...new Set([...(other?.roles ?? []), ...roles])],
    }
  }
}

const rank = { member: 0, curator: 1, administrator: 2 }
