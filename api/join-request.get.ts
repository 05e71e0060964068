import { listJoinRequests, MOST_LISTED, REQUESTS_LISTED_DAYS } from '#contract/invitation.ts'
import { daysAfter } from '#rules/team/invitation.ts'
import { listJoinRequestsToAnswer, listOwnJoinRequests } from '#store/team/join-request.ts'
import { handle } from './app.ts'
import { joinRequestView } from './joining/join.ts'

export default handle(listJoinRequests, async ({ app, caller }) => {
  const now = app.now()
  const [own, toAnswer] = await Promise.all([
    listOwnJoinRequests(app.sql, caller.id, { now, since: daysAfter(now, -REQUESTS_LISTED_DAYS), limit: MOST_LISTED }),
    listJoinRequestsToAnswer(app.sql, caller.id, now, MOST_LISTED),
  ])
  return { own: own.map((one) => joinRequestView(one, app)), toAnswer: toAnswer.map((one) => joinRequestView(one, app)) }
})
