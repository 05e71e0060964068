import type { RequestStatus } from '#contract/request.ts'
import { shortened } from '#rules/audit.ts'
import type { AuditDetail } from '#store/audit.ts'
import type { Reason } from '#store/request.ts'

type Words = { team: string; reason: Reason | null; comment: string | null }

/** A decision as the audit log has it: about which request, and what it came to. */
export const decided = (
  { id, project }: { id: number; project: string },
  status: RequestStatus,
  { team, reason, comment }: Words,
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
