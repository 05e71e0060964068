import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/errors.ts'
import type { AuditDetail } from '#store/audit.ts'
import type { AnySql, TransactionSql } from '#store/sql.ts'
import type { App } from './app.ts'
import type { FileBytes } from './download.ts'
import type { EventStream } from './event-stream.ts'
import type { RefuseIfChanged } from './if-match.ts'
import type { LimitName } from './limits.ts'
import type { Caller } from './signed-in.ts'
import type { Upload } from './upload.ts'

export type CallContext<A extends App, E extends Endpoint> = {
  app: A
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  headers: IncomingHttpHeaders
  caller: E extends { access: 'public' } ? Caller | null : Caller
  ip: string
  requestId: string
  setHeader(name: string, value: string): void
  language: Language
  files: Upload[]
  /** Everything a call changes, in one transaction; what it returns is the answer. With an Idempotency-Key it happens once. */
  change<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>
  /** The same where all of it is a single statement, which is a transaction by itself: two trips to the database less. */
  changeAtOnce<T>(statement: (sql: AnySql) => Promise<T>): Promise<T>
  /**
   * What a curator or administrator did goes into the audit log, in the transaction that does it: what it was done to ("project 12"), and what
   * changed. Call it inside `change`.
   */
  record(target: string, detail?: AuditDetail): void
  refuseIfChanged: RefuseIfChanged
  /** Counts this call against a tighter limit than the one every call has: by its address, or by the key given. */
  spend(limit: LimitName, key?: string): void
}

// JSON that is ready to travel: UTF-8, one character a byte.
// isForOne: it holds what only this caller may see.
export type ReadyJson = { utf8: string; isForOne?: boolean }
export const isForOne = (value: unknown): boolean => (value as ReadyJson | null)?.isForOne === true
export const isReadyJson = (value: unknown): value is ReadyJson => typeof (value as ReadyJson | null)?.utf8 === 'string'

// Bytes made for this caller, to be kept as a file.
export type Attachment = { attachment: Buffer; name: string; mime: string }
export const isAttachment = (value: unknown): value is Attachment => Buffer.isBuffer((value as Attachment | null)?.attachment)

// A handler answers with the contract's value, or with its JSON where the catalog has it ready, or with a file to be sent.
type Answer<E extends Endpoint> = AnswerOf<E> | ReadyJson | FileBytes | Attachment | EventStream
type Handler<A extends App, E extends Endpoint> = (context: CallContext<A, E>) => Answer<E> | Promise<Answer<E>>

export type Route<A extends App> = { endpoint: Endpoint; run: Handler<A, Endpoint> }

// A part binds this to what its own endpoints have at hand: see api/app.ts.
export const handlerFor =
  <A extends App>() =>
  <E extends Endpoint>(endpoint: E, run: Handler<A, E>): Route<A> => ({ endpoint, run: run as unknown as Handler<A, Endpoint> })
