import { reasonIn } from '#api/view/request-view.ts'
import type { RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { shortened } from '#rules/console/audit.ts'
import { readId } from '#rules/id.ts'
import type { AuditDetail } from '#store/audit/insert.ts'
import { findDecision } from '#store/request/decision.ts'
import { lockRequest, type Reason } from '#store/request/lock.ts'
import { SOURCE } from '#texts/write.ts'

type DecisionText = { team: string; reason: Reason | null; comment: string | null }

type Given = { personId: number; isApproval: boolean; reasonId: number | null }

/** Locks the request, with its decision that has not taken effect yet. */
export async function lockPending(sql: AnySql, given: string, personId: number) {
  const locked = await lockRequest(sql, { id: readId(given), personId })
  if (!locked) throw new Refusal('request_not_found', { request: given })
  return { locked, pending: await findDecision(sql, locked.request.id) }
}

/** The request as curators see it, locked for a decision; declining requires a reason from the vocabulary. */
export async function lockForDecision(sql: AnySql, given: string, { personId, isApproval, reasonId }: Given) {
  const stored = await lockRequest(sql, { id: readId(given), personId, reasonId })
  if (!stored) throw new Refusal('request_not_found', { request: given })
  if (!isApproval && reasonId === null) throw new Refusal('reason_required')
  if (reasonId !== null && stored.givenReason === null) throw new Refusal('unknown_reason')
  const pending = await findDecision(sql, stored.request.id)
  return pending ? { ...stored, request: { ...stored.request, ...pending, updatedAt: pending.decidedAt } } : stored
}

/** Target and detail of the audit record of a decision. */
export const decisionRecord = (
  { id, project }: { id: number; project: string },
  status: RequestStatus,
  { team, reason, comment }: DecisionText,
): [string, AuditDetail] => [
  `request ${id}`,
  {
    status: ['submitted', status],
    project,
    team,
    ...(reason ? { reason: reasonIn(reason, SOURCE) } : {}),
    ...(comment ? { comment: shortened(comment) } : {}),
  },
]
