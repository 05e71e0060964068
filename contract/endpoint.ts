import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'

// Who may call: checked before a handler runs, so a new endpoint is closed until its contract says otherwise.
export type Access = 'public' | 'signed-in' | 'curator' | 'administrator'

export type Endpoint = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}` // parameters in braces: /project/{slug}
  access: Access
  tag: string
  summary: string
  description?: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  bodyLimit?: number // bytes; 64 KiB when absent
  // Files come with it as multipart/form-data in the part `files`; the fields then stand for the body.
  files?: { most: number; mostBytes: number }
  answer: TSchema
  errors: readonly ErrorCode[] // its own; what follows from the rest of its contract is added by answers.ts
  // The answer is the same for everyone, whatever token the caller carries: it may be served from the shelf to all.
  sameForAll?: boolean
  seconds?: number // how long it may take, where that is longer than others
  // All who are signed in get one and the same answer, guests another.
  sameForSignedIn?: boolean
  // Made for one caller, who gets it ready-made until something changes.
  isKept?: boolean
  // What it changes is seen by no other call: answers that lie ready stay as they are.
  isUnseen?: boolean
  // Part of signing in: it counts its own failures instead of calls, and the web client's cookie may come along.
  isSignIn?: boolean
  // A POST that changes nothing: its Idempotency-Key is not kept.
  changesNothing?: boolean
  // Where it is not 200 with JSON. hasRanges: a part of the bytes can be asked for; isStream: it stays open.
  success?: { status: 200 | 302 | 204; description: string; types?: readonly string[]; hasRanges?: boolean; isStream?: boolean }
  // Opened in a browser: by status, what its pages (HTML) tell people.
  pages?: Partial<Record<200 | 400 | 403 | 404 | 429 | 500 | 503, string>>
}

// The answer of a call that has nothing to say: 204.
export const Nothing = Type.Unsafe<void>({ description: 'nothing' })

export const endpoint = <const E extends Endpoint>(e: E): E => e

type Part<E, K extends string> = E extends { [P in K]: infer S extends TSchema } ? Static<S> : undefined
export type ParamsOf<E> = Part<E, 'params'>
export type QueryOf<E> = Part<E, 'query'>
export type BodyOf<E> = Part<E, 'body'>
export type AnswerOf<E extends Endpoint> = Static<E['answer']>
