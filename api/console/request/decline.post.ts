import { handle } from '#api/app.ts'
import { declineRequests } from '#contract/console/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { undoUntil, whyNotMove } from '#rules/request/request.ts'
import { readText } from '#rules/text/text.ts'
import { closeRequest } from '#store/request/change.ts'
import { findReason, insertDecisions, lockRequests } from '#store/request/decision.ts'
import { decisionRecord } from './decision-record.ts'

export default handle(declineRequests, ({ app, caller, body, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const ids = [...new Set(body.requests)].sort((a, b) => a - b)
    const comment = readText(body.comment)
    const reason = await findReason(sql, body.reason)
    if (!reason) throw new Refusal('unknown_reason')
    const locked = new Map((await lockRequests(sql, ids)).map((one) => [one.id, one]))
    const isWaiting = (id: number) => locked.has(id) && !locked.get(id)!.isChoice && whyNotMove(locked.get(id)!.status) === null
    const declined = ids.filter(isWaiting)
    if (declined.length > 0) {
      const decision = {
        status: 'declined' as const,
        reasonId: reason.id,
        comment,
        actorId: caller.id,
        at,
        dueAt: undoUntil(at, app.settings),
      }
      await insertDecisions(sql, declined, decision)
      if (app.settings.undoMinutes === 0) await closeRequest(sql, declined, decision, decision)
    }
    for (const id of declined) record(...decisionRecord(locked.get(id)!, 'declined', { team: locked.get(id)!.team, reason, comment }))
    const skipped = ids.filter((id) => !isWaiting(id)).map((id) => ({ id, status: locked.get(id)?.status ?? null }))
    return { declined, skipped }
  }),
)
