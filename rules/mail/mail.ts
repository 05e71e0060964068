// The state of an email after a delivery attempt: retry or give up. Trades lost emails against duplicates.

export type MailClass = 'security' | 'contact' | 'notice'

/** Security emails are delivered at least once, all others at most once. */
export function classOf(kind: string): MailClass {
  if (kind === 'email_change' || kind === 'email_changed' || kind === 'new_sign_in') return 'security'
  return kind === 'contact' ? 'contact' : 'notice'
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MAX_AGE = 72 * HOUR
const delays = [
  30 * SECOND,
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 16].map((hours) => hours * HOUR), // before the twelfth and last attempt
]

/** Exponential back-off with full jitter; null after the last attempt. */
export function retryDelay(tries: number, random: number): number | null {
  const delay = delays[tries - 1]
  return delay === undefined ? null : Math.round(delay * random)
}

export type Reply = 'accepted' | 'refused' | 'postponed' | 'lost'
export type Attempt = {
  isCommitted: boolean // sending of the message had begun
  tries: number
  age: number // since the first attempt, in ms
  class: MailClass
  wasUnknown: boolean // an earlier attempt had this outcome
}
export type EmailTransition = {
  state: 'sent' | 'failed' | 'unknown' | 'dead' | 'deferred'
  outcome: EmailTransition['state']
  delay: number | null
}

const ended = (state: EmailTransition['state']): EmailTransition => ({ state, outcome: state, delay: null })

/** The new state of the email, the outcome of the attempt, and the delay before the next one. */
export function nextEmailState(reply: Reply, attempt: Attempt, random: number): EmailTransition {
  if (reply === 'accepted') return ended('sent')
  if (reply === 'refused') return ended('failed')
  const delay = attempt.age >= MAX_AGE ? null : retryDelay(attempt.tries, random)
  // Delivery unknown.
  if (reply === 'lost' && attempt.isCommitted) {
    const mayDuplicate = attempt.class === 'security' && !attempt.wasUnknown && delay !== null
    return mayDuplicate ? { state: 'deferred', outcome: 'unknown', delay } : ended('unknown')
  }
  // 'dead' means certainly not delivered; here an earlier attempt may have delivered it.
  if (delay === null) return ended(attempt.wasUnknown ? 'unknown' : 'dead')
  return { state: 'deferred', outcome: 'deferred', delay }
}

// Authentication failures concern the connection, not this email.
const authenticationCodes = new Set([530, 534, 535, 538])

export type Step = 'reaching' | 'naming' | 'address' | 'leaving'
export type ReplyClass = { kind: 'refused'; isAddress: boolean } | { kind: 'postponed'; isServer: boolean }

/** Classifies an SMTP reply code by the step of the session. */
export function classifyReply(code: number, reply: string, step: Step): ReplyClass {
  if (step === 'reaching' || authenticationCodes.has(code)) return { kind: 'postponed', isServer: true }
  if (code < 500) return { kind: 'postponed', isServer: false }
  // 5.7.x (RFC 3463): a policy of that server such as "no relaying", not a bad address.
  return { kind: 'refused', isAddress: step === 'address' && !/^\d{3}[ -]5\.7\./.test(reply) }
}
