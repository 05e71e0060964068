import type { ApiApp } from '#api/app.ts'
import { requestView } from '#api/request/request-view.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { Language } from '#contract/errors.ts'
import { freePlaces } from '#rules/project/project.ts'
import type { StoredReview } from '#store/request/review.ts'

export function reviewView({ request, ...rest }: StoredReview, language: Language, app: ApiApp): ReviewRequest {
  return {
    ...requestView(request, language, app),
    reasonId: request.reason?.id ?? null,
    teamName: rest.teamName,
    teamSize: rest.teamSize,
    projectId: rest.projectId,
    projectName: rest.projectName,
    freePlaces: freePlaces(rest),
    rivals: rest.rivals,
    reviewer: rest.reviewer,
    isAssigned: rest.isAssigned,
    undoUntil: rest.pendingUntil,
    problem: rest.problem,
    noteCount: rest.noteCount,
    isAnswerAwaited: rest.isAnswerAwaited,
  }
}
