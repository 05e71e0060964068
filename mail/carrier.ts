import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { classOf, type MailEnd, settlementOf } from '#rules/mail.ts'
import { isSuppressed, noteBounce } from '#store/bounce.ts'
import { commitMail, type LeasedMail, type Settlement, settleAbandoned, settleMail } from '#store/outbox.ts'
import type { Sql } from '#store/sql.ts'
import type { Breaker } from './breaker.ts'
import type { Compose, Outcome, ReadyMail, Transport } from './mail.ts'

export type MailLog = Pick<Logger, 'info' | 'warn' | 'error'>

type Options = {
  sql: Sql
  now: () => Date
  log: MailLog
  compose: Compose
  transport: Transport
  breaker: Breaker
  leaseMs: number
  haste: number
  random: () => number
  isGone: () => boolean // the worker has been stopped: nothing may leave any more
}

export type Carrier = {
  carry(mail: LeasedMail): Promise<void>
  endAbandoned(mail: LeasedMail & { isCommitted: boolean }): Promise<void>
}

type Settled = Omit<Settlement, 'now'> & { bounced?: string }

const SETTLE_AGAIN_MS = 500

/** Sees a letter to the end of one try, and writes down what came of it. */
export function createCarrier({ sql, now, log, compose, transport, breaker, leaseMs, haste, random, isGone }: Options): Carrier {
  const settlementFor = (end: MailEnd, reason: string): Settled => ({
    state: end.state,
    outcome: end.outcome,
    reason,
    dueAt: end.delay === null ? null : new Date(now().getTime() + end.delay / haste),
  })

  const triedOf = (mail: LeasedMail, isCommitted: boolean) => ({
    isCommitted,
    tries: mail.tries,
    age: now().getTime() - mail.triedSince.getTime(),
    class: classOf(mail.kind),
    wasUnknown: mail.wasUnknown,
  })

  async function deliver(mail: LeasedMail, ready: ReadyMail): Promise<Settled> {
    let mayLeave: boolean | undefined
    const commit = async (): Promise<boolean> => {
      mayLeave = false
      const askedAt = performance.now()
      // A process that slept through its lease on the way back from the store has lost it.
      mayLeave = !isGone() && (await commitMail(sql, mail, leaseMs)) && performance.now() - askedAt < leaseMs
      return mayLeave
    }
    const outcome = await transport.deliver(ready, commit).catch((error: Error): Outcome => {
      log.error({ err: error, mail: mail.id }, 'the way a letter leaves broke')
      return { kind: 'lost', reply: error.message }
    })
    breaker.note(!(outcome.kind === 'postponed' ? outcome.isServer : outcome.kind === 'lost' && mayLeave === undefined))
    const isCommitted = mayLeave === true && !(outcome.kind === 'lost' && outcome.isUntouched)
    const end = settlementOf(outcome.kind, triedOf(mail, isCommitted), random())
    const bounced = outcome.kind === 'refused' && outcome.isAddress ? ready.envelope.to : undefined
    return { ...settlementFor(end, outcome.reply), bounced }
  }

  async function attempt(mail: LeasedMail): Promise<Settled> {
    let ready: Awaited<ReturnType<Compose>>
    try {
      ready = await compose(mail)
    } catch (error) {
      log.error({ err: error, mail: mail.id }, 'a letter could not be written')
      const end = settlementOf('postponed', triedOf(mail, false), random())
      return settlementFor(end, `it could not be written: ${(error as Error).message}`)
    }
    if ('state' in ready) return ready
    // What people write to the directory always goes to its own address, whatever that server said before.
    if (mail.kind !== 'contact' && (await isSuppressed(sql, ready.envelope.to)))
      return { state: 'cancelled', reason: 'the address was refused for good before', dueAt: null }
    return deliver(mail, ready)
  }

  // How it ended is known here alone: a store that is away for a moment must not turn it into a guess.
  async function settle(mail: LeasedMail, settled: Settled): Promise<boolean> {
    const until = performance.now() + leaseMs
    for (;;)
      try {
        return await settleMail(sql, mail, { ...settled, now: now() })
      } catch (error) {
        if (isGone() || performance.now() > until) throw error
        await sleep(Math.min(SETTLE_AGAIN_MS, leaseMs / 10))
      }
  }

  function tell(mail: LeasedMail, { state, reason }: Settled): void {
    const details = { mail: mail.id, kind: mail.kind, state, reason }
    if (state === 'failed' || state === 'dead' || state === 'unknown') log.warn(details, 'a letter did not get through')
    else log.info(details, 'a letter was handled')
  }

  return {
    async carry(mail) {
      try {
        const settled = await attempt(mail)
        if (!(await settle(mail, settled))) return log.warn({ mail: mail.id }, 'a letter was taken over by another worker')
        tell(mail, settled)
        if (settled.bounced) await noteBounce(sql, settled.bounced, { reply: settled.reason, now: now() })
      } catch (error) {
        if (!isGone()) log.warn({ err: error, mail: mail.id }, 'a letter is left to the end of its lease')
      }
    },
    async endAbandoned(mail) {
      const end = settlementOf('lost', triedOf(mail, mail.isCommitted), random())
      const reason = mail.isCommitted ? 'the process ended while the letter was leaving' : 'the process ended before the letter left'
      const settled = settlementFor(end, reason)
      if (await settleAbandoned(sql, mail, { ...settled, now: now() })) tell(mail, settled)
    },
  }
}
