import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import { classOf, type EmailTransition, nextEmailState } from '#rules/mail/mail.ts'
import { isSuppressed, noteBounce } from '#store/mail/bounce.ts'
import { commitMail, type LeasedMail, type Settlement, settleAbandoned, settleMail } from '#store/mail/outbox.ts'
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
  retrySpeedup: number
  random: () => number
  isStopped: () => boolean // the worker has stopped: nothing may be sent any more
}

export type Delivery = {
  /** `onSilent`: the mail server has not answered for a while. */
  attempt(mail: LeasedMail, onSilent: () => void): Promise<void>
  endAbandoned(mail: LeasedMail & { isCommitted: boolean }): Promise<void>
}

type Settled = Omit<Settlement, 'now'> & { bounced?: string }

const SETTLE_RETRY_MS = 500

/** One delivery attempt of a claimed email: composes and sends it, and stores the outcome. */
export function createDelivery({
  sql,
  now,
  log,
  compose,
  transport,
  breaker,
  leaseMs,
  retrySpeedup,
  random,
  isStopped,
}: Options): Delivery {
  const settlementFor = (end: EmailTransition, reason: string): Settled => ({
    state: end.state,
    outcome: end.outcome,
    reason,
    dueAt: end.delay === null ? null : new Date(now().getTime() + end.delay / retrySpeedup),
  })

  const triedOf = (mail: LeasedMail, isCommitted: boolean) => ({
    isCommitted,
    tries: mail.tries,
    age: now().getTime() - mail.triedSince.getTime(),
    class: classOf(mail.kind),
    wasUnknown: mail.wasUnknown,
  })

  async function deliver(mail: LeasedMail, ready: ReadyMail, onSilent: () => void): Promise<Settled> {
    let maySend: boolean | undefined
    const commit = async (): Promise<boolean> => {
      maySend = false
      const startedAt = performance.now()
      // A process that was paused longer than the lease during the commit has lost it.
      maySend = !isStopped() && (await commitMail(sql, mail, leaseMs)) && performance.now() - startedAt < leaseMs
      return maySend
    }
    const outcome = await transport.deliver(ready, commit, onSilent).catch((error: Error): Outcome => {
      log.error({ err: error, mail: mail.id }, 'the mail transport threw an error')
      return { kind: 'lost', reply: error.message }
    })
    // A connection that breaks off after the commit is not counted: the server was reached.
    const isServerFault =
      outcome.kind === 'postponed' ? outcome.isServer : outcome.kind === 'lost' && (maySend === undefined || outcome.isSilent === true)
    breaker.note(!isServerFault)
    const isCommitted = maySend === true && !(outcome.kind === 'lost' && outcome.isUntouched)
    const end = nextEmailState(outcome.kind, triedOf(mail, isCommitted), random())
    const bounced = outcome.kind === 'refused' && outcome.isAddress ? ready.envelope.to : undefined
    return { ...settlementFor(end, outcome.reply), bounced }
  }

  async function composeAndSend(mail: LeasedMail, onSilent: () => void): Promise<Settled> {
    let ready: Awaited<ReturnType<Compose>>
    try {
      ready = await compose(mail)
    } catch (error) {
      log.error({ err: error, mail: mail.id }, 'an email could not be composed')
      const end = nextEmailState('postponed', triedOf(mail, false), random())
      return settlementFor(end, `it could not be composed: ${(error as Error).message}`)
    }
    if ('state' in ready) return ready
    // Contact emails go to the directory's own address, which is never suppressed.
    if (mail.kind !== 'contact' && (await isSuppressed(sql, ready.envelope.to)))
      return { state: 'cancelled', reason: 'address_blocked', dueAt: null }
    return deliver(mail, ready, onSilent)
  }

  // Only this process knows the outcome: retry until the lease ends, so that a short database outage does not make it `unknown`.
  async function settle(mail: LeasedMail, settled: Settled): Promise<boolean> {
    const until = performance.now() + leaseMs
    for (;;)
      try {
        return await settleMail(sql, mail, { ...settled, now: now() })
      } catch (error) {
        if (isStopped() || performance.now() > until) throw error
        await sleep(Math.min(SETTLE_RETRY_MS, leaseMs / 10))
      }
  }

  function logOutcome(mail: LeasedMail, { state, reason }: Settled): void {
    const details = { mail: mail.id, kind: mail.kind, state, reason }
    if (state === 'failed' || state === 'dead' || state === 'unknown') log.warn(details, 'an email was not delivered')
    else log.info(details, 'an email was processed')
  }

  return {
    async attempt(mail, onSilent) {
      try {
        const settled = await composeAndSend(mail, onSilent)
        if (!(await settle(mail, settled))) return log.warn({ mail: mail.id }, 'an email was claimed by another worker')
        logOutcome(mail, settled)
        if (settled.bounced) await noteBounce(sql, settled.bounced, { reply: settled.reason, now: now() })
      } catch (error) {
        if (!isStopped())
          log.warn({ err: error, mail: mail.id }, 'an attempt ended with an error; the email is released when its lease ends')
      }
    },
    async endAbandoned(mail) {
      const end = nextEmailState('lost', triedOf(mail, mail.isCommitted), random())
      const reason = mail.isCommitted ? 'worker_stopped_while_sending' : 'worker_stopped_before_sending'
      const settled = settlementFor(end, reason)
      if (await settleAbandoned(sql, mail, { ...settled, now: now() })) logOutcome(mail, settled)
    },
  }
}
