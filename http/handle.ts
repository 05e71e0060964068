import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import type { AnySql, TransactionSql } from '#database/sql.ts'
import type { Dependency } from '#rules/dependency.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import type { App } from './app.ts'
import type { Spend } from './limits/presets.ts'
import type { Hidden } from './request/idempotency.ts'
import type { RefuseIfChanged } from './request/if-match.ts'
import type { Upload } from './request/upload.ts'
import type { FileBytes } from './response/download.ts'
import type { EventStream } from './response/event-stream.ts'
import type { Caller } from './session/signed-in.ts'

// The part of the context that does not depend on the endpoint.
type SharedContext<A extends App> = {
  app: A
  headers: IncomingHttpHeaders
  ip: string
  requestId: string
  setHeader(name: string, value: string): void
  language: Language
  files: Upload[]
  /** Aborted when the caller disconnects or the deadline of the call has passed. */
  readonly signal: AbortSignal
  /** Runs all changes of a call in one transaction; its return value is the answer. With an Idempotency-Key it is executed once. */
  change<T, H>(work: (sql: TransactionSql) => Promise<T>, hidden?: Hidden<T, H>): Promise<T>
  /**
   * The same with work that takes long and changes nothing, done before the transaction begins: it must hold neither locks nor a connection. A
   * repeated call is answered without it.
   */
  changeAfter<P, T>(prepare: () => Promise<P>, work: (sql: TransactionSql, prepared: P) => Promise<T>): Promise<T>
  /** The same for a single statement, which needs no transaction around it: two round trips fewer. */
  changeInOneStatement<T>(statement: (sql: AnySql) => Promise<T>): Promise<T>
  /**
   * Writes an action of a curator or administrator to the audit log, in the transaction of the change: its target ("project 12") and what
   * changed. Call it inside `change`.
   */
  record(target: string, detail?: AuditDetail): void
  refuseIfChanged: RefuseIfChanged
  /** Dependencies of a cached response: a change of one invalidates it. A cached response without any is invalidated by every change. */
  dependsOn(...dependencies: Dependency[]): void
  /** Counts this call against a rate limit in addition to the general one: by IP address, or by the given key. */
  spend: Spend
}

export type CallContext<A extends App, E extends Endpoint> = SharedContext<A> & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E extends { access: 'public' } ? Caller | null : Caller
}
/** The context without the input types of an endpoint, as the pipeline creates it. */
export type AnyContext<A extends App> = SharedContext<A> & { params: unknown; query: unknown; body: unknown; caller: Caller | null }

// JSON as UTF-8 in a latin1 string, one character per byte.
// isForOne: it contains data that only this caller may see. dependsOn: a change of one invalidates the cached response.
// fingerprint: answers with the same one have the same bytes, so the ETag is a hash of it instead of the bytes.
export type ReadyJson = { utf8: string; isForOne?: boolean; dependsOn?: readonly Dependency[]; fingerprint?: string }
export const isForOne = (value: unknown): boolean => (value as ReadyJson | null)?.isForOne === true
export const isReadyJson = (value: unknown): value is ReadyJson => typeof (value as ReadyJson | null)?.utf8 === 'string'

// Bytes generated for this caller, downloaded under a file name.
export type Attachment = { attachment: Buffer; name: string; mime: string }
export const isAttachment = (value: unknown): value is Attachment => Buffer.isBuffer((value as Attachment | null)?.attachment)

// A handler returns the value of the contract, its JSON from the catalog, or a file.
type Answer<E extends Endpoint> = AnswerOf<E> | ReadyJson | FileBytes | Attachment | EventStream

export type Route<A extends App, E extends Endpoint> = { endpoint: E; run(context: CallContext<A, E>): Answer<E> | Promise<Answer<E>> }
// `run` is a method, hence bivariant: the input step has validated params, query and body against the schemas of the same endpoint.
export type AnyRoute<A extends App> = { endpoint: Endpoint; run(context: AnyContext<A>): unknown }

// A part binds this to the app its own handlers use: see api/app.ts.
export const handlerFor =
  <A extends App>() =>
  <E extends Endpoint>(endpoint: E, run: Route<A, E>['run']): Route<A, E> => ({ endpoint, run })
