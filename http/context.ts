import type { Endpoint } from '#contract/endpoint.ts'
import { type AnySql, isUnanswered, OutcomeUnknown, repeatOnDeadlock, type TransactionSql } from '#database/sql.ts'
import { type AuditDetail, insertAudit } from '#store/audit/insert.ts'
import type { App } from './app.ts'
import { type Call, languageOf } from './call.ts'
import type { AnyContext } from './handle.ts'
import type { Spend } from './limits/presets.ts'
import { changeIdempotently, fingerprintOf, type Hidden, idempotencyKeyOf, markReplayed, replayIfStored } from './request/idempotency.ts'
import { refuseIfChanged } from './request/if-match.ts'
import type { Upload } from './request/upload.ts'
import { Refusal } from './response/problem.ts'

export type Input = { params: unknown; query: unknown; body: unknown; files: Upload[] }

type Serve<A extends App> = { app: A; endpoint: Endpoint; serialise: ((value: unknown) => string) | null }
type Work<T> = (sql: TransactionSql) => Promise<T>

// Creates the argument of a handler.
export function contextOf<A extends App>({ app, endpoint, serialise }: Serve<A>, call: Call, input: Input): AnyContext<A> {
  const { caller, message } = call
  const key = endpoint.isSignIn || endpoint.sameForAll ? null : idempotencyKeyOf(message)
  const ownHeaders: [string, string][] = []
  let recorded: { target: string; detail?: AuditDetail }[] = []

  async function change<T, H>(given: Work<T>, hidden?: Hidden<T, H>): Promise<T> {
    const { extra } = call
    const work: Work<T> = async (sql) => {
      recorded = []
      ownHeaders.length = 0
      call.extra = extra
      const value = await given(sql)
      for (const record of recorded) await insertAudit(sql, { ...record, action: endpoint.id, ...actorOf(call, app) })
      return value
    }
    return commit(work, () => app.sql.begin(work) as Promise<T>, hidden)
  }

  async function changeAfter<P, T>(prepare: () => Promise<P>, work: (sql: TransactionSql, prepared: P) => Promise<T>): Promise<T> {
    if (key !== null) await replayIfStored(app.sql, idempotencyOf(key))
    // A refusal is stored with the key, like one of the transaction.
    const prepared = await prepare().catch((error) => {
      if (!(error instanceof Refusal) || key === null) throw error
      return change<P, never>(() => Promise.reject(error))
    })
    return change((sql) => work(sql, prepared))
  }

  function changeInOneStatement<T>(statement: (sql: AnySql) => Promise<T>): Promise<T> {
    if (app.isTraced?.()) return change(statement) // the trace is set for a transaction
    return commit(statement, () =>
      statement(app.sql).catch((error) => {
        throw isUnanswered(error) ? new OutcomeUnknown(error) : error
      }),
    )
  }

  async function commit<T, H>(work: Work<T>, withoutKey: () => Promise<T>, hidden?: Hidden<T, H>): Promise<T> {
    const once = () => (key === null ? withoutKey() : changeIdempotently(app.sql, idempotencyOf(key), work, hidden))
    const value = await repeatOnDeadlock(once)
    if (endpoint.keepsCache) app.changes.wakeMailer()
    else await app.changes.invalidate()
    return value
  }

  const idempotencyOf = (key: string) => ({
    scope: `${caller?.id ?? call.ip} ${endpoint.method} ${endpoint.path}`,
    key,
    fingerprint: fingerprintOf(
      [input.body, input.params],
      input.files.map(({ sha256 }) => sha256),
    ),
    now: app.now(),
    headers: () => ownHeaders,
    serialise: serialise ?? (() => ''),
    onReplay: () => markReplayed(call, app),
  })

  return {
    app,
    params: input.params,
    query: input.query,
    body: input.body,
    files: input.files,
    get signal() {
      return call.signal
    },
    headers: message.headers,
    caller,
    language: languageOf(message, app.settings.locale, app.settings.languages),
    ip: call.ip,
    requestId: call.id,
    setHeader(name, value) {
      ownHeaders.push([name, value])
      call.addHeaders(name, value)
    },
    spend: ((limit: 'search', key?: string) => call.spend(limit, key)) as Spend,
    change,
    changeAfter,
    changeInOneStatement,
    record: (target, detail) => void recorded.push({ target, detail }),
    refuseIfChanged: refuseIfChanged(message),
    dependsOn: (...dependencies) => call.dependsOn.push(...dependencies),
  }
}

const actorOf = ({ caller, id }: Call, app: App) => ({
  at: app.now(),
  actorId: caller?.id ?? null,
  sid: caller?.sid ?? null,
  clientId: caller?.clientId ?? null,
  requestId: id,
})
