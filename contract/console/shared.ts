import { Type } from 'typebox'

// Shared by the console endpoints.

export const IdParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })

export const oneOf = <const V extends string>(values: readonly V[], description?: string) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })

/** The direction of a sorted list; each sort has a default one. */
export const Order = Type.Optional(oneOf(['asc', 'desc']))

export const Search = Type.Optional(Type.String({ maxLength: 200 }))

// CSV, XLSX and JSON.
export const sheetTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/json'] as const
