import type { MailFacts } from '#store/mail/facts.ts'
import type { Closing } from './text.ts'

// The kinds of notices, and which texts of mail.json each of them has.

type Why = 'admin' | 'member' | 'formerMember' | 'asked' | 'curator'
type Kind = {
  /** Whom it is sent to, which is why; a kind without has its own text. */
  why?: Why | ((facts: MailFacts) => Why)
  /** The prefixes of its keys, the most special one first; without any, only that of the kind. */
  prefixes?(facts: MailFacts, closing: Closing[]): string[]
}

const admin = { why: 'admin' } as const
const moved = (kind: string, { data }: MailFacts): string[] => {
  if (data.ended === true) return ['round_moved']
  return hasMoment(data.until) ? [`${kind}.until`, kind] : [kind]
}
const hasMoment = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const outcomes = ['accepted', 'declined', 'expired', 'ended']

const table = {
  request_received: admin,
  request_approved: admin,
  request_declined: admin,
  request_superseded: admin,
  request_withdrawn: admin,
  request_new: { why: 'curator' },
  team_added: { why: 'member' },
  team_moved: {
    why: 'member',
    prefixes: ({ data }) => (data.ended === true ? ['team_moved.ended', 'team_moved'] : ['team_moved']),
  },
  result_replaced: { why: 'member' },
  saved_closing: {
    prefixes: (_, closing) => {
      if (closing.length !== 1)
        return closing.some(({ until }) => until !== null) ? ['saved_closing.timed', 'saved_closing'] : ['saved_closing']
      return [...(closing[0]!.until === null ? [] : ['saved_closing.singleTimed']), 'saved_closing.single', 'saved_closing']
    },
  },
  new_sign_in: {},
  question_asked: {},
  question_answered: {},
  request_question: {},
  request_answer: {},
  note_mention: {},
  team_invitation: {},
  team_joined: admin,
  join_request: admin,
  join_request_answered: {
    why: 'asked',
    prefixes: ({ data }) => [`join_request_answered.${outcomes.find((one) => one === data.status) ?? 'declined'}`],
  },
  team_admin: { why: 'formerMember' },
  team_removed: {
    why: 'formerMember',
    prefixes: ({ data }) => (data.isDisbanded === true ? ['team_removed.disbanded', 'team_removed'] : ['team_removed']),
  },
  leave_request: { why: 'curator' },
  leave_request_answered: {
    why: ({ person }) => (person ? 'admin' : 'formerMember'),
    prefixes: ({ data, person }) => [`leave_request_answered.${person ? 'member' : data.isAgreed === true ? 'agreed' : 'declined'}`],
  },
  round_result: {
    why: 'admin',
    prefixes: ({ round }) => (round?.result?.project ? ['round_result.placed', 'round_result'] : ['round_result']),
  },
  round_ask: admin,
  round_offer: { why: 'admin', prefixes: (facts) => moved('round_offer', facts) },
  round_exchange: { why: 'admin', prefixes: (facts) => moved('round_exchange', facts) },
  email_change: {},
  email_changed: {},
} satisfies Record<string, Kind>

export type NoticeKind = keyof typeof table
export const kinds: Record<NoticeKind, Kind> = table
export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(kinds, kind)
