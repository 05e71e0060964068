import type { MailFacts } from '#store/mail/facts.ts'
import type { NoticeKind } from './kinds.ts'

// Emails about joining and leaving teams (decision 21).

const kinds = [
  'team_invitation',
  'team_joined',
  'join_request',
  'join_request_answered',
  'team_admin',
  'team_removed',
  'leave_request',
  'leave_request_answered',
] as const satisfies NoticeKind[]
type JoiningKind = (typeof kinds)[number]

export const isAboutJoining = (kind: string): kind is JoiningKind => (kinds as readonly string[]).includes(kind)

const withMessage: readonly string[] = ['team_invitation', 'join_request', 'leave_request'] satisfies JoiningKind[]

/** An invitation or a request that is over needs no answer any more. */
export const hasJoiningSubject = ({ kind, team, joining }: Pick<MailFacts, 'kind' | 'team' | 'joining'>): boolean =>
  team !== null && (!withMessage.includes(kind) || joining?.isOpen === true)

export function joiningLink({ kind, data, person }: Pick<MailFacts, 'kind' | 'data' | 'person'>, publicUrl: string): string {
  const isRejected = kind === 'join_request_answered' && data.status !== 'accepted'
  const hasLeft = kind === 'leave_request_answered' && data.isAgreed === true && !person
  if (kind === 'leave_request') return `${publicUrl}/console/teams/leave-requests`
  if (isRejected) return `${publicUrl}/my/find-team`
  if (kind === 'team_invitation' || kind === 'team_removed' || hasLeft) return `${publicUrl}/my`
  return `${publicUrl}/my/team/${Number(data.team)}`
}
