import { handle } from '#api/app.ts'
import { getConsoleRequest } from '#contract/console/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { statusOf } from '#rules/project/project.ts'
import { datesOf } from '#rules/request/request.ts'
import { findRequestReview } from '#store/request/review.ts'
import { reviewView } from './review-view.ts'

export default handle(getConsoleRequest, async ({ app, params, language }) => {
  const now = app.now()
  const found = await findRequestReview(app.sql, readId(params.id))
  if (!found) throw new Refusal('request_not_found', { request: params.id })
  const { review, project, team, rivals, others, history } = found
  const { publishedAt } = project
  const status =
    project.state === 'published' && publishedAt !== null
      ? statusOf({ ...project, ...datesOf({ ...project, publishedAt }, app.calendar) }, app.calendar(now))
      : null
  return {
    request: reviewView(review, language, app),
    project: { ...project, status },
    team,
    rivals: rivals.map((one) => reviewView(one, language, app)),
    others: others.map((one) => reviewView(one, language, app)),
    history: history.map((step) => ({ ...step, reason: step.reason?.[language] ?? null })),
  }
})
