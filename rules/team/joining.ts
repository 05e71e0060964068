import type { BodyOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { updateJoining } from '#contract/joining.ts'
import { type Joining, LONGEST_SENTENCE } from '#contract/joining.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import { readLine } from '#rules/text/text.ts'

// What a person says about joining teams.

type Switches = Pick<Joining, 'isOpen' | 'sentence' | 'neverInvite'>

/** Who asks not to be invited is not open; who becomes open can be invited. */
export function nextJoining(before: Switches, given: Omit<BodyOf<typeof updateJoining>, 'roles' | 'projects'>): Switches {
  const neverInvite = given.neverInvite ?? (before.neverInvite && given.isOpen !== true)
  return {
    isOpen: (given.isOpen ?? before.isOpen) && !neverInvite,
    sentence: given.sentence === undefined ? before.sentence : readSentence(given.sentence),
    neverInvite,
  }
}

/** Normalising can make a text longer. */
const readSentence = (given: string | null): string | null => {
  const text = readLine(given)
  return text && [...text].slice(0, LONGEST_SENTENCE).join('')
}

/** Who is open already may change the rest. */
export const whyNotBecomeOpen = (
  before: Pick<Joining, 'isOpen'>,
  after: Pick<Joining, 'isOpen'>,
  { whoFormsTeams }: Pick<DirectorySettings, 'whoFormsTeams'>,
): ErrorCode | null => (after.isOpen && !before.isOpen && whoFormsTeams === 'curators' ? 'teams_by_curators_only' : null)
