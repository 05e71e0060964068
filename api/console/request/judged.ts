import type { ApiApp } from '#api/app.ts'
import { requestShown } from '#api/request/shown.ts'
import type { JudgedRequest } from '#contract/console/request.ts'
import type { Language } from '#contract/errors.ts'
import { freePlaces } from '#rules/project.ts'
import { undoUntil, whyNotUndo } from '#rules/request.ts'
import type { StoredJudged } from '#store/judged-request.ts'

export function judgedShown({ request, aftermath, ...rest }: StoredJudged, language: Language, app: ApiApp): JudgedRequest {
  const canUndo = aftermath !== null && whyNotUndo(request, aftermath, app.now()) === null
  return {
    ...requestShown(request, language, app),
    reasonId: request.reason?.id ?? null,
    teamName: rest.teamName,
    teamSize: rest.teamSize,
    projectId: rest.projectId,
    projectName: rest.projectName,
    freePlaces: freePlaces(rest),
    rivals: rest.rivals,
    undoUntil: canUndo ? undoUntil(request.decidedAt!).toISOString() : null,
  }
}
