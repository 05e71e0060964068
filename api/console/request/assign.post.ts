import { handle } from '#api/app.ts'
import { curatorFrom } from '#api/console/project/curator.ts'
import { assignRequests } from '#contract/console/responsibility.ts'
import { listAssigned, setReviewer } from '#store/person/responsibility.ts'
import { lockRequests } from '#store/request/decision.ts'

export default handle(assignRequests, ({ body, change, record }) =>
  change(async (sql) => {
    const ids = [...new Set(body.requests)].sort((a, b) => a - b)
    await lockRequests(sql, ids)
    const reviewer = await curatorFrom(sql, body.reviewer)
    const waiting = (await listAssigned(sql, ids)).filter(({ isWaiting }) => isWaiting)
    const assigned = waiting.map(({ id }) => id)
    await setReviewer(sql, assigned, body.reviewer)
    for (const { id, team, project, reviewer: before } of waiting)
      if (before !== (reviewer?.name ?? null)) record(`request ${id}`, { team, project, reviewer: [before, reviewer?.name ?? null] })
    return { reviewer, assigned, skipped: ids.filter((id) => !assigned.includes(id)) }
  }),
)
