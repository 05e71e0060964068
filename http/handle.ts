import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import type { LimitName } from './limits.ts'
import type { Caller } from './signed-in.ts'

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
  /** Counts this call against a tighter limit than the one every call has. */
  spend(limit: LimitName): void
}

// JSON that is ready to travel: UTF-8, one character a byte.
export type ReadyJson = { utf8: string }
export const isReadyJson = (value: unknown): value is ReadyJson => typeof (value as ReadyJson | null)?.utf8 === 'string'

// A handler answers with the contract's value, or with its JSON where the catalog has it ready.
type Answer<E extends Endpoint> = AnswerOf<E> | ReadyJson
type Handler<A extends App, E extends Endpoint> = (context: CallContext<A, E>) => Answer<E> | Promise<Answer<E>>

export type Route<A extends App> = { endpoint: Endpoint; run: Handler<A, Endpoint> }

// A part binds this to what its own endpoints have at hand: see api/app.ts.
export const handlerFor =
  <A extends App>() =>
  <E extends Endpoint>(endpoint: E, run: Handler<A, E>): Route<A> => ({ endpoint, run: run as unknown as Handler<A, Endpoint> })
