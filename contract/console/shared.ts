import { Type } from 'typebox'
import type { ErrorCode } from '#contract/errors.ts'

// What the calls of the console have in common.

export const IdParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })

export const reading = ['database_unavailable'] as const satisfies readonly ErrorCode[]
export const writing = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'invalid_value',
  'database_unavailable',
] as const satisfies readonly ErrorCode[]
export const once = ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress'] as const satisfies readonly ErrorCode[]

export const word = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W>({ type: 'string', enum: [...words], ...(description ? { description } : {}) })

export const Search = Type.Optional(Type.String({ maxLength: 200 }))
