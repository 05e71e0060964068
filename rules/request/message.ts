import type { ErrorCode } from '#contract/errors.ts'
import { MOST_MESSAGES } from '#contract/message.ts'
import type { RequestStatus } from '#contract/request.ts'

// Questions to the team of an application and its answers, as long as the application awaits a decision.

type Sent = readonly { role: 'curator' | 'team' }[]

/** Curators close the conversation with a decision, also before it takes effect. */
export function whyNotAskTeam(reviewed: RequestStatus, sent: Sent): ErrorCode | null {
  if (reviewed !== 'submitted') return 'request_decided'
  return sent.length >= MOST_MESSAGES ? 'too_many_messages' : null
}

type Membership = { status: RequestStatus; isMember: boolean; isRepresentative: boolean }

/** `status` as members see it: a decision that has not taken effect must not show. */
export function whyNotAnswerCurators({ status, isMember, isRepresentative }: Membership, sent: Sent): ErrorCode | null {
  if (!isMember) return 'request_not_found'
  if (!isRepresentative) return 'not_team_administrator'
  if (status !== 'submitted') return 'request_decided'
  if (sent.length === 0) return 'nothing_asked'
  return sent.length >= MOST_MESSAGES ? 'too_many_messages' : null
}

export const isWaiting = (status: RequestStatus, sent: Sent): boolean => status === 'submitted' && sent.at(-1)?.role === 'curator'
