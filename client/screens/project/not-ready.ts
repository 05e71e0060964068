import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProjectStatusOf } from '#contract/profile.ts'

type Refusal = NonNullable<AnswerOf<typeof getProjectStatusOf>['refusals']>[number]

const codes = ['team_too_small', 'team_disbanding']

/** Of teams that cannot apply for any project, which their members can change. */
export const notReadyOf = (refusals: Refusal[] = []): Refusal[] => refusals.filter(({ code }) => codes.includes(code))
