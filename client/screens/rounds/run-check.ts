import type { LockReason } from '#contract/round.ts'
import type { Exclusion } from '#rules/placement/instance.ts'
import { type CheckStep, checkBundle, checkSteps, type Published } from '#rules/placement/proof/check.ts'
import { differenceText } from '#rules/placement/proof/check-text.ts'
import { isReasonHash, reasonHashOf } from '#rules/placement/proof/lottery.ts'
import { r } from './texts.ts'

// Loaded by the button: the rules of placement and their check, the same code as in the service.

export type StepState = { step: CheckStep; state: 'waiting' | 'passed' | 'failed' }

export type Outcome = {
  steps: StepState[]
  failed: CheckStep | null
  /** What differs first, in one line. */
  difference(): string
  teams: number
  placed: number
  /** `reason`: the text, in files published long ago. */
  locks: { team: string; project: string; reason: string | null }[]
  excluded: Exclusion[]
  changes: { at: string; what: string }[]
  /** Place in the lottery (1 is best) and project of a team of the bundle. */
  /** Whether the bundle has this reason of a lock of the team: its hash or, published long ago, the text. */
  hasReason(pseudonym: string, lock: LockReason): Promise<boolean>
  teamOf(pseudonym: string): { place: number | null; count: number; project: string | null } | null
}

export const waiting: StepState[] = checkSteps.map((step) => ({ step, state: 'waiting' }))

export async function runCheck(text: string, published: Published, onStep: (steps: StepState[]) => void): Promise<Outcome> {
  const passed: CheckStep[] = []
  const stepsNow = (failed: CheckStep | null): StepState[] =>
    checkSteps.map((step) => ({ step, state: step === failed ? 'failed' : passed.includes(step) ? 'passed' : 'waiting' }))
  const { difference, bundle, numbers } = await checkBundle(text, {
    published,
    onStep(step) {
      passed.push(step)
      onStep(stepsNow(null))
    },
  })
  const failed = difference?.step ?? null
  const order = [...numbers].toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([team]) => team)
  const placement = bundle?.placement ?? []
  return {
    steps: stepsNow(failed),
    failed,
    difference: () => (difference === null ? '' : differenceText(r, difference)),
    teams: placement.length,
    placed: placement.filter(({ project }) => project !== null).length,
    locks: (bundle?.locks ?? []).map((lock) => ({ ...lock, reason: isReasonHash(lock.reason) ? null : lock.reason })),
    excluded: bundle?.excluded ?? [],
    changes: bundle?.changes ?? [],
    async hasReason(pseudonym, { reason, key }) {
      const stated = bundle?.locks.find(({ team }) => team === pseudonym)?.reason
      return stated === reason || stated === (await reasonHashOf(key, reason))
    },
    teamOf(pseudonym) {
      const row = placement.find(({ team }) => team === pseudonym)
      const place = order.indexOf(pseudonym)
      return row ? { place: place === -1 ? null : place + 1, count: order.length, project: row.project } : null
    },
  }
}
