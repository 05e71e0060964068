import { GROUP_MAX } from '#contract/console/responsibility.ts'
import { MAX_ID } from '#contract/shared.ts'
import type { Access } from '#rules/sign-in/admission.ts'
import { readName } from '#rules/text/text.ts'

// Filters by the responsible person, groups of people, and who edits whom.

type Given = { mine?: 'true'; id?: string }

/** The person to filter by, null for nobody; undefined: no filter. `mine` wins over an id. */
export function readResponsible({ mine, id }: Given, callerId: number): number | null | undefined {
  if (mine === 'true') return callerId
  if (id === undefined) return undefined
  return id === 'none' ? null : Math.min(Number(id), MAX_ID)
}

/** The group as it is stored, "" for none; null when it is not valid. */
export const readGroup = (given: string): string | null => readName(given.replace(/\s+/g, ' '), true, GROUP_MAX)

/** Curators edit members; otherwise they could take over the account of somebody with more access. */
export const mayEditPerson = (caller: Access, access: Access): boolean => caller === 'administrator' || access === 'member'
