import { changeWork } from '#actions/round/waitlist.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { AnySql } from '#database/sql.ts'
import { isBusy, whyNotApprove } from '#rules/request/request.ts'
import { writeDay } from '#rules/time/day.ts'
import { approveRequest, closeRequest } from '#store/request/change.ts'
import type { PendingDecision } from '#store/request/decision.ts'
import type { LockedRequest } from '#store/request/lock.ts'

/** Whether an approval could take effect now. */
export const whyNotTakeEffect = ({ request, project, team }: LockedRequest, today: number): ErrorCode | null =>
  whyNotApprove(request.status, project, isBusy(team.worksOn, today)) ?? (team.promised === null ? null : 'team_promised')

/** The decision, the assignment, the superseded requests and the emails, in the caller's transaction. The request is locked. */
export async function takeEffect(
  sql: AnySql,
  { id, team }: { id: number; team: number },
  { status, reason, comment, actorId }: Omit<PendingDecision, 'decidedAt'>,
  { at, today }: { at: Date; today: number },
): Promise<void> {
  const act = { actorId, at }
  if (status === 'approved') {
    const moment = { at, today: writeDay(today) }
    await changeWork(sql, { teams: [team] }, moment, () => approveRequest(sql, { id, team }, { comment, today: moment.today }, act))
  } else await closeRequest(sql, id, { status, reasonId: reason!.id, comment }, act)
}
