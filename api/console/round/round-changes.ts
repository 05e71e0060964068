import type { RoundKey } from '#rules/round.ts'
import type { AuditDetail } from '#store/audit.ts'
import type { NewRound, RoundChange } from '#store/round.ts'

type Projects = { added: string[]; removed: string[] }
type Change = { what: RoundChange; isPublic: boolean }

const codes: Partial<Record<RoundKey, string>> = {
  name: 'name',
  opensAt: 'opens',
  closesAt: 'closes',
  rule: 'rule',
  mostChoices: 'most_choices',
}

/** For the page of the round: all of these are public. */
export const changesOf = (before: NewRound, after: NewRound, keys: readonly RoundKey[], { added, removed }: Projects): Change[] => [
  ...keys.flatMap((key) => (codes[key] ? [{ what: { code: codes[key], before: before[key], after: after[key] }, isPublic: true }] : [])),
  ...added.map((project) => ({ what: { code: 'project_added', project }, isPublic: true })),
  ...removed.map((project) => ({ what: { code: 'project_removed', project }, isPublic: true })),
]

/** For the audit log. */
export const detailOf = (before: NewRound, after: NewRound, keys: readonly RoundKey[], { added, removed }: Projects): AuditDetail => ({
  ...Object.fromEntries(keys.map((key) => [key === 'mode' ? 'kind' : key, [before[key], after[key]]])),
  ...(added.length > 0 ? { added } : {}),
  ...(removed.length > 0 ? { removed } : {}),
})
