import type { ApiApp } from '#api/app.ts'
import type { exportAudit } from '#contract/console/audit.ts'
import type { FieldFault } from '#contract/errors.ts'
import { MAX_ID } from '#contract/shared.ts'
import type { CallContext } from '#http/handle.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { ADMINISTRATORS_ONLY, readDays } from '#rules/console/audit.ts'
import type { AuditFilter } from '#store/audit/log.ts'

type Context = Pick<CallContext<ApiApp, typeof exportAudit>, 'app' | 'caller' | 'query'>

/** Filters from the query, limited to the entries this caller may read. */
export function filterOf({ app, caller, query }: Context, faults: FieldFault[] = []): AuditFilter {
  const { from, before } = readDays(query, app.calendar, faults)
  refuseIfFaulty(faults)
  const actor = query.actor ? Math.min(Number(query.actor), MAX_ID) : null
  return {
    hidden: caller.access === 'administrator' ? null : ADMINISTRATORS_ONLY,
    text: query.text?.trim().replaceAll('\0', '') || null,
    action: query.action?.replaceAll('\0', '') || null,
    target: query.target?.replaceAll('\0', '') || null,
    actor,
    from,
    before,
  }
}
