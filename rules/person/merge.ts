import type { MergedKey } from '#contract/console/person.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Access } from '#rules/sign-in/admission.ts'

// Merging two accounts of one person: which values move to the remaining account, and which are lost.

export type MergeMembership = { member: number; team: number; teamName: string; isAdministrator: boolean; roles: number[] }
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
  group: string | null
  hasPicture: boolean
  hasChoices: boolean
  places: MergeMembership[]
}

export type MergedMembership = {
  team: number
  teamName: string
  from: number // the membership that is removed, or moved to the other account
  into: number | null // the existing membership it is merged into
  isAdministrator: boolean
  becomesAdministrator: boolean
  roles: number[]
}
export type MergePlan = { takes: MergedKey[]; loses: { what: MergedKey | 'access'; value: string | null }[]; places: MergedMembership[] }

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
  ...(['email', 'phone', 'githubLogin', 'patronymic', 'importEmail', 'language', 'group'] as const).map((what) => ({
    what,
    value: side[what],
    has: Boolean(side[what]),
  })),
  { what: 'avatar', value: null, has: side.hasPicture },
  { what: 'notifications', value: null, has: side.hasChoices },
]

const isSame = (a: string | null, b: string | null): boolean => a !== null && a.toLowerCase() === b?.toLowerCase()

export function mergePlan(from: MergeSide, into: MergeSide): MergePlan {
  const remaining = new Map(valuesOf(into).map((one) => [one.what, one]))
  const given = valuesOf(from).filter(({ has }) => has)
  const loses: MergePlan['loses'] = given
    .filter(({ what, value }) => remaining.get(what)!.has && !isSame(value, remaining.get(what)!.value))
    .map(({ what, value }) => ({ what, value }))
  // A merge never raises access.
  if (rank[from.access] > rank[into.access]) loses.push({ what: 'access', value: from.access })
  return {
    takes: given.filter(({ what }) => !remaining.get(what)!.has).map(({ what }) => what),
    loses,
    places: from.places.map(mergedMembership),
  }

  function mergedMembership({ member, team, teamName, isAdministrator, roles }: MergeMembership): MergedMembership {
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
