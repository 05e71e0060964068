import { handle } from '#api/app.ts'
import { projectListView } from '#api/view/project-view.ts'
import { reasonIn, reviewView } from '#api/view/request-view.ts'
import { getConsoleRequest } from '#contract/console/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findRequestReview } from '#store/request/review.ts'

export default handle(getConsoleRequest, async ({ app, params, language }) => {
  const found = await findRequestReview(app.sql, readId(params.id))
  if (!found) throw new Refusal('request_not_found', { request: params.id })
  const { review, project, team, rivals, others, history } = found
  return {
    request: reviewView(review, language, app),
    project: projectListView(project, app),
    team,
    rivals: rivals.map((one) => reviewView(one, language, app)),
    others: others.map((one) => reviewView(one, language, app)),
    history: history.map((step) => ({ ...step, reason: step.reason && reasonIn(step.reason, language) })),
  }
})
