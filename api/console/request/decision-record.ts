import type { RequestStatus } from '#contract/request.ts'
import { Refusal } from '#http/problem.ts'
import { shortened } from '#rules/audit.ts'
import { readId } from '#rules/id.ts'
import type { AuditDetail } from '#store/audit.ts'
import { lockRequest, type Reason } from '#store/request.ts'
import type { AnySql } from '#store/sql.ts'

type DecisionText = { team: string; reason: Reason | null; comment: string | null }

type Given = { personId: number; isApproval: boolean; reasonId: number | null }

/** Locks the request for a decision; declining requires a reason from the vocabulary. */
export async function lockForDecision(sql: AnySql, given: string, { personId, isApproval, reasonId }: Given) {
  const locked = await lockRequest(sql, { id: readId(given), personId, reasonId })
  if (!locked) throw new Refusal('request_not_found', { request: given })
  if (!isApproval && reasonId === null) throw new Refusal('reason_required')
  if (reasonId !== null && locked.givenReason === null) throw new Refusal('unknown_reason')
  return locked
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
    ...(reason ? { reason: reason.en } : {}),
    ...(comment ? { comment: shortened(comment) } : {}),
  },
]
