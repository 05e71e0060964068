// What becomes of a letter after a try. Two kinds of mistakes are weighed here: one that never comes, and one that comes twice.

export type MailClass = 'security' | 'contact' | 'notice'

/** Links and warnings people wait for may come twice rather than not at all; everything else comes at most once. */
export function classOf(kind: string): MailClass {
  if (kind === 'email_change' || kind === 'email_changed' || kind === 'new_sign_in') return 'security'
  return kind === 'contact' ? 'contact' : 'notice'
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const OLDEST = 72 * HOUR
const delays = [
  30 * SECOND,
  ...[1, 2, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 16].map((hours) => hours * HOUR), // before the twelfth try, which is the last
]

/** How long to wait after so many tries; null when there were enough. Anywhere in the span, so that many do not come back at once. */
export function nextTry(tries: number, random: number): number | null {
  const delay = delays[tries - 1]
  return delay === undefined ? null : Math.round(delay * random)
}

export type Reply = 'accepted' | 'refused' | 'postponed' | 'lost'
export type Tried = {
  isCommitted: boolean // its bytes began to leave
  tries: number
  age: number // since the first of these tries, in ms
  class: MailClass
  wasUnknown: boolean // it had ended so before
}
export type MailEnd = { state: 'sent' | 'failed' | 'unknown' | 'dead' | 'deferred'; outcome: MailEnd['state']; delay: number | null }

const ended = (state: MailEnd['state']): MailEnd => ({ state, outcome: state, delay: null })

/** Where the letter stands after the try, how the try itself is remembered, and when the next one is due. */
export function settlementOf(reply: Reply, tried: Tried, random: number): MailEnd {
  if (reply === 'accepted') return ended('sent')
  if (reply === 'refused') return ended('failed')
  const delay = tried.age >= OLDEST ? null : nextTry(tried.tries, random)
  // Nobody can tell whether it arrived.
  if (reply === 'lost' && tried.isCommitted) {
    const mayComeTwice = tried.class === 'security' && !tried.wasUnknown && delay !== null
    return mayComeTwice ? { state: 'deferred', outcome: 'unknown', delay } : ended('unknown')
  }
  // Dead is what certainly did not arrive; of this one an earlier try may have.
  if (delay === null) return ended(tried.wasUnknown ? 'unknown' : 'dead')
  return { state: 'deferred', outcome: 'deferred', delay }
}

// "Sign in first" and the like: true of every letter, so this one is not to blame.
const speaksOfUs = new Set([530, 534, 535, 538])

export type Step = 'reaching' | 'naming' | 'address' | 'leaving'
export type Term = { kind: 'refused'; isAddress: boolean } | { kind: 'postponed'; isServer: boolean }

/** What a code of the other side means at that step. */
export function wordOf(code: number, reply: string, step: Step): Term {
  if (step === 'reaching' || speaksOfUs.has(code)) return { kind: 'postponed', isServer: true }
  if (code < 500) return { kind: 'postponed', isServer: false }
  // 5.7: a rule of that server, such as "no relaying". It says nothing about the address.
  return { kind: 'refused', isAddress: step === 'address' && !/^\d{3}[ -]5\.7\./.test(reply) }
}
