import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProjectStatusOf } from '#contract/profile.ts'
import { getTeam } from '#contract/team.ts'
import { useCall } from '#ui/query.ts'
import { session } from '#ui/session.ts'

const MOST_TEAMS = 3 // are asked about
const slots = Array.from({ length: MOST_TEAMS }, (_, slot) => slot)
const codes = ['team_too_small', 'team_disbanding']

export type NotReady = { id: number; why: string }

/** Free teams that the person administrates and that cannot apply for any project, with the reasons; undefined while loading. */
export function useNotReady(status: AnswerOf<typeof getProjectStatusOf> | undefined): NotReady[] | undefined {
  const who = session.value
  const free = (status?.teams ?? []).filter(
    ({ administrators, project }) => project === null && who.state === 'signed-in' && administrators.includes(who.userId),
  )
  const pages = slots.map((slot) =>
    useCall(getTeam, { params: { id: String(free[slot]?.id ?? 0) } }, { isPrivate: true, isOn: slot < free.length }),
  )
  if (pages.some((page, slot) => slot < free.length && page.isLoading)) return undefined
  return pages.flatMap(({ answer }, slot) => {
    const apply = slot < free.length ? answer?.actions.apply : undefined
    return apply && codes.includes(apply.code ?? '') ? [{ id: answer!.id, why: apply.why! }] : []
  })
}
