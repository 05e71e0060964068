import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, countText, Day, Id, Instant, Nullable, PageText } from '#contract/shared.ts'
import { oneOf, Search, sheetTypes } from './shared.ts'

// The audit log. Sign-in events are visible to administrators only.

export const AuditEntry = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: Instant,
  actor: Nullable(Type.Object({ id: Id, name: Type.String() })),
  action: Type.String(),
  target: Nullable(Type.String({ description: 'like "project 12", or an endpoint id' })),
  targetName: Nullable(Type.String({ description: 'current name; null if it was deleted or has no name' })),
  outcome: oneOf(['success', 'failure']),
  code: Nullable(Type.String()),
  detail: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})
export type AuditEntry = Static<typeof AuditEntry>

const filter = {
  text: Search,
  action: Type.Optional(Type.String({ maxLength: 60 })),
  actor: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })),
  target: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/console/audit',
  access: 'curator',
  tag: 'Console',
  summary: 'The audit log, newest first',
  query: Type.Object({ ...filter, page: PageText, pageSize: countText('50', 100) }),
  answer: Type.Object({
    events: Type.Array(AuditEntry),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
    actions: Type.Array(Type.String(), { description: 'all actions' }),
  }),
  errors: [],
})

export const exportAudit = endpoint({
  id: 'exportAudit',
  method: 'GET',
  path: '/console/audit/export',
  access: 'curator',
  tag: 'Console',
  summary: 'Exports the filtered audit log',
  query: Type.Object({ ...filter, format: Type.Optional(oneOf(['csv', 'xlsx', 'json'])) }),
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The spreadsheet', types: sheetTypes },
  seconds: 30,
  errors: ['too_many_jobs'],
})
