import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'

// Who may call. Checked before the handler runs, and required, so no endpoint is public by accident.
export type Access = 'public' | 'signed-in' | 'curator' | 'administrator'

export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}` // parameters in braces: /project/{slug}
  isFixed?: true // part of the fixed wire contract: answered without a prefix too
  access: Access
  tag: string
  summary: string
  description?: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  bodyLimit?: number // bytes; 64 KiB when absent
  // Uploads: multipart/form-data with the part `files`; the other fields are the body.
  files?: { most: number; mostBytes: number; fieldBytes?: number }
  answer: TSchema
  errors: readonly ErrorCode[] // its own; answers.ts adds those implied by the contract
  // The response is the same for all callers, with or without a token, so one cached response serves all.
  sameForAll?: boolean
  seconds?: number // timeout, if longer than the default
  // All signed-in callers get the same response, guests another.
  sameForSignedIn?: boolean
  // Cached per caller until something it depends on changes.
  isCachedPerCaller?: boolean
  // The answer depends on the time of day or on the language: not even a guest gets a cached one.
  isNeverCached?: true
  // What it answers is for whoever holds the address, also without a token: no cache on the way keeps it, nor ours.
  isPrivate?: true
  // Its changes affect no other response: the response cache is not invalidated.
  keepsCache?: boolean
  hasLocation?: true // its answer has the address of what it made
  hasNoVersion?: true // a PUT or DELETE of something without a state that If-Match could compare
  // Part of the sign-in: its rate limit counts failures instead of calls, and the web client's cookie is accepted.
  isSignIn?: boolean
  // A POST that changes nothing: its Idempotency-Key is not stored.
  changesNothing?: boolean
  // If not 200 with JSON. hasRanges: supports Range requests; isStream: the response stays open.
  success?: { status: 200 | 302 | 204; description: string; types?: readonly string[]; hasRanges?: boolean; isStream?: boolean }
  // Opened in a browser: what its HTML pages say, by status.
  pages?: Partial<Record<200 | 400 | 403 | 404 | 429 | 500 | 503, string>>
}

// No response body: 204.
export const Nothing = Type.Unsafe<void>({ description: 'nothing' })

export const endpoint = <const E extends Endpoint>(e: E): E => e

type Part<E, K extends string> = E extends { [P in K]: infer S extends TSchema } ? Static<S> : undefined
export type ParamsOf<E> = Part<E, 'params'>
export type QueryOf<E> = Part<E, 'query'>
export type BodyOf<E> = Part<E, 'body'>
export type AnswerOf<E extends Endpoint> = Static<E['answer']>
