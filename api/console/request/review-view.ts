import type { ApiApp } from '#api/app.ts'
import { requestView } from '#api/request/request-view.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { Language } from '#contract/errors.ts'
import { freePlaces } from '#rules/project/project.ts'
import type { StoredReview } from '#store/request/review.ts'

export function reviewView({ request, teamLimit, teamsWorking, ...rest }: StoredReview, language: Language, app: ApiApp): ReviewRequest {
  return {
    ...requestView(request, language, app),
    ...rest,
    reasonId: request.reason?.id ?? null,
    freePlaces: freePlaces({ teamLimit, teamsWorking }),
  }
}
