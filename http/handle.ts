import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/errors.ts'
import type { Dependency } from '#rules/dependency.ts'
import type { AuditDetail } from '#store/audit.ts'
import type { AnySql, TransactionSql } from '#store/sql.ts'
import type { App } from './app.ts'
import type { FileBytes } from './download.ts'
import type { EventStream } from './event-stream.ts'
import type { RefuseIfChanged } from './if-match.ts'
import type { LimitName } from './limits.ts'
import type { Caller } from './signed-in.ts'
import type { Upload } from './upload.ts'

// What every handler gets, whatever its endpoint.
type SharedContext<A extends App> = {
  app: A
  headers: IncomingHttpHeaders
  ip: string
  requestId: string
  setHeader(name: string, value: string): void
  language: Language
  files: Upload[]
  /** Everything a call changes, in one transaction; its return value is the answer. With an Idempotency-Key it is executed once. */
  change<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>
  /** The same where the change is a single statement, which is a transaction by itself: two round trips less. */
  changeAtOnce<T>(statement: (sql: AnySql) => Promise<T>): Promise<T>
  /**
   * Writes an action of a curator or administrator to the audit log, in the transaction of the change: its target ("project 12") and what
   * changed. Call it inside `change`.
   */
  record(target: string, detail?: AuditDetail): void
  refuseIfChanged: RefuseIfChanged
  /**
   * What the response is made from, where it is cached: it is dropped when one of these changes. A cached response without any is dropped by
   * every change.
   */
  dependsOn(...dependencies: Dependency[]): void
  /** Counts this call against a tighter limit than the one every call has: by its address, or by the key given. */
  spend(limit: LimitName, key?: string): void
}

export type CallContext<A extends App, E extends Endpoint> = SharedContext<A> & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E extends { access: 'public' } ? Caller | null : Caller
}
/** The context as the pipeline builds it, before a route gives the input its type. */
export type AnyContext<A extends App> = SharedContext<A> & { params: unknown; query: unknown; body: unknown; caller: Caller | null }

// JSON as UTF-8 in a latin1 string, one character per byte.
// isForOne: it contains what only this caller may see. dependsOn: what it was made from. fingerprint: answers with the same one have the same
// bytes, so that an ETag can be made without reading all of them.
export type ReadyJson = { utf8: string; isForOne?: boolean; dependsOn?: readonly Dependency[]; fingerprint?: string }
export const isForOne = (value: unknown): boolean => (value as ReadyJson | null)?.isForOne === true
export const isReadyJson = (value: unknown): value is ReadyJson => typeof (value as ReadyJson | null)?.utf8 === 'string'

// Bytes made for this caller, downloaded under a name.
export type Attachment = { attachment: Buffer; name: string; mime: string }
export const isAttachment = (value: unknown): value is Attachment => Buffer.isBuffer((value as Attachment | null)?.attachment)

// A handler returns the contract's value, or its JSON where the catalog has it already, or a file.
type Answer<E extends Endpoint> = AnswerOf<E> | ReadyJson | FileBytes | Attachment | EventStream

export type Route<A extends App, E extends Endpoint> = { endpoint: E; run(context: CallContext<A, E>): Answer<E> | Promise<Answer<E>> }
// `run` is a method, hence bivariant: the input step has validated params, query and body against the schemas of the same endpoint.
export type AnyRoute<A extends App> = { endpoint: Endpoint; run(context: AnyContext<A>): unknown }

/** One route for each of these endpoints: a missing, extra or misplaced one is a type error. */
export type RoutesFor<A extends App, E extends readonly Endpoint[]> = { [One in E[number] as One['id']]: Route<A, One> }

// A part binds this to the app its own handlers use: see api/app.ts.
export const handlerFor =
  <A extends App>() =>
  <E extends Endpoint>(endpoint: E, run: Route<A, E>['run']): Route<A, E> => ({ endpoint, run })
