import { Type } from 'typebox'

// Shared by the console endpoints.

export const IdParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })

export const oneOf = <const V extends string>(values: readonly V[], description?: string) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })

/** How a list is sorted: by one of these keys, each with its default direction. */
export const orderOf = <K extends string>(sorts: Record<K, 'asc' | 'desc'>, description: string) => ({
  sort: Type.Optional(oneOf(Object.keys(sorts) as K[], description)),
  order: Type.Optional(oneOf(['asc', 'desc'])),
})

/** Requests of a project or team that are not over. */
export const openRequests = {
  requestsWaiting: Type.Integer({ minimum: 0, description: 'applications that await a decision of a curator' }),
  choicesWaiting: Type.Integer({ minimum: 0, description: 'choices of ranked rounds without a result' }),
  requestsOpen: Type.Integer({ minimum: 0, description: 'both, and applications whose decision has not taken effect' }),
}

export const Search = Type.Optional(Type.String({ maxLength: 200 }))

// CSV, XLSX and JSON.
export const sheetTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/json'] as const
