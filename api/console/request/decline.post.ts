import { handle } from '#api/app.ts'
import { declineRequests } from '#contract/console/request.ts'
import { Refusal } from '#http/problem.ts'
import { undoUntil, whyNotMove } from '#rules/request.ts'
import { readText } from '#rules/text.ts'
import { findReason, lockRequests } from '#store/decision.ts'
import { closeRequest } from '#store/request-change.ts'
import { decided } from './decision-record.ts'

export default handle(declineRequests, ({ app, caller, body, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const asked = [...new Set(body.requests)].sort((a, b) => a - b)
    const comment = readText(body.comment)
    const reason = await findReason(sql, body.reason)
    if (!reason) throw new Refusal('unknown_reason')
    const held = new Map((await lockRequests(sql, asked)).map((one) => [one.id, one]))
    const isWaiting = (id: number) => held.has(id) && whyNotMove(held.get(id)!.status) === null
    const declined = asked.filter(isWaiting)
    if (declined.length > 0) {
      const act = { actorId: caller.id, at, tellAt: undoUntil(at) }
      await closeRequest(sql, declined, { status: 'declined', reasonId: reason.id, comment }, act)
    }
    for (const id of declined) record(...decided(held.get(id)!, 'declined', { team: held.get(id)!.team, reason, comment }))
    const skipped = asked.filter((id) => !isWaiting(id)).map((id) => ({ id, status: held.get(id)?.status ?? null }))
    return { declined, skipped }
  }),
)
