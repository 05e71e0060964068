import type { RoundValues } from '#contract/console/round.ts'
import type { RoundKey } from '#rules/round/round.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import type { Excluded } from '#store/round/placement.ts'
import type { RoundChange } from '#store/round/round.ts'

type Projects = { added: string[]; removed: string[] }
type Change = { what: RoundChange; isPublic: boolean }

const codes: Partial<Record<RoundKey, string>> = {
  name: 'name',
  opensAt: 'opens',
  closesAt: 'closes',
  rule: 'rule',
  mostChoices: 'most_choices',
  bundleFor: 'bundle_for',
}

/** For the page of the round: all of these are public. */
export const roundChanges = (
  before: RoundValues,
  after: RoundValues,
  keys: readonly RoundKey[],
  { added, removed }: Projects,
): Change[] => [
  ...keys.flatMap((key) => (codes[key] ? [{ what: { code: codes[key], before: before[key], after: after[key] }, isPublic: true }] : [])),
  ...added.map((project) => ({ what: { code: 'project_added', project }, isPublic: true })),
  ...removed.map((project) => ({ what: { code: 'project_removed', project }, isPublic: true })),
]

/** For the audit log. */
export const roundAuditDetail = (
  before: RoundValues,
  after: RoundValues,
  keys: readonly RoundKey[],
  { added, removed }: Projects,
): AuditDetail => ({
  ...Object.fromEntries(keys.map((key) => [key === 'mode' ? 'kind' : key, [before[key], after[key]]])),
  ...(added.length > 0 ? { added } : {}),
  ...(removed.length > 0 ? { removed } : {}),
})

/** Between two drafts: who or what takes no part any more, and what takes part again. For curators, and in the bundle with pseudonyms. */
export function changesOfParts(before: readonly Excluded[], after: readonly Excluded[], names: ReadonlyMap<number, string>): Change[] {
  const isIn = (list: readonly Excluded[], { team, project, reason }: Excluded, isSameReason: boolean) =>
    list.some((one) => one.team === team && one.project === project && (!isSameReason || one.reason === reason))
  const changeOf = (code: string, { team, name, project }: Excluded): Change => ({
    what: { code, team, name, project: project === null ? null : (names.get(project) ?? '') },
    isPublic: false,
  })
  return [
    ...after.filter((one) => !isIn(before, one, true)).map((one) => changeOf(`out_${one.reason}`, one)),
    ...before.filter((one) => !isIn(after, one, false)).map((one) => changeOf(one.project === null ? 'back' : 'back_choice', one)),
  ]
}
