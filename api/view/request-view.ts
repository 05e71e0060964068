import type { ApiApp } from '#api/app.ts'
import { fileView } from '#catalog/write.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { PURGE_DAYS, TEAM_BYTES } from '#rules/project/file.ts'
import { freePlaces, type WrittenDates } from '#rules/project/project.ts'
import { datesOf, windowToApply } from '#rules/request/request.ts'
import { activeRound } from '#rules/round/round.ts'
import { localized } from '#rules/text/localized.ts'
import { requestStatusInWords, windowInWords, windowTimesInWords } from '#rules/text/state-texts.ts'
import type { LockedProject, LockedRound, LockedTeam, Reason, StoredRequest } from '#store/request/lock.ts'
import type { StoredReview } from '#store/request/review.ts'

export const reasonIn = ({ en, ru }: Reason, language: Language): string => localized({ en, ru }, language)

export const requestView = (request: StoredRequest, language: Language, { apiUrl }: Pick<ApiApp, 'apiUrl'>): ProjectRequest => ({
  id: request.id,
  team: request.team,
  project: request.project,
  status: request.status,
  message: request.message,
  files: request.files.map((file) => fileView(file, apiUrl)),
  createdAt: request.createdAt,
  updatedAt: request.updatedAt,
  decidedAt: request.decidedAt,
  reason: request.reason && reasonIn(request.reason, language),
  comment: request.comment,
  round: request.round,
  rank: request.rank,
})

/** As curators see it. */
export function reviewView({ request, teamLimit, teamsWorking, ...rest }: StoredReview, language: Language, app: ApiApp): ReviewRequest {
  return {
    ...requestView(request, language, app),
    ...rest,
    reasonId: request.reason?.id ?? null,
    freePlaces: freePlaces({ teamLimit, teamsWorking }),
  }
}

type About = {
  project?: Pick<LockedProject, 'slug' | 'name' | 'publishedAt' | keyof WrittenDates> | null
  team?: Partial<Pick<LockedTeam, 'name' | 'size' | 'worksOn' | 'promised'>> | null
  request?: Pick<StoredRequest, 'id' | 'status'> | null
  round?: LockedRound | null
}
type Rules = Pick<ApiApp, 'calendar' | 'settings' | 'now'>

/** Throws the refusal with the details of this project, team and request. */
export function refuseRequest(code: ErrorCode, about: About, language: Language, rules: Rules): never {
  throw requestRefusal(code, about, language, rules)
}

export function requestRefusal(
  code: ErrorCode,
  { project, team, request, round }: About,
  language: Language,
  { calendar, settings, now }: Rules,
): Refusal {
  const [projectName, teamName] = [project?.name ?? '', team?.name ?? '']
  switch (code) {
    case 'enrollment_closed': {
      const { opensAt = null, closesAt = null } = (round && activeRound(round, now())) ?? {}
      const window =
        opensAt !== null && closesAt !== null
          ? windowTimesInWords(opensAt, closesAt, language, settings.timeZone)
          : windowInWords(windowToApply(datesOf(project!, calendar)), language)
      return new Refusal(code, { project: projectName, window })
    }
    case 'team_busy':
      return new Refusal(code, { team: teamName, project: team?.worksOn?.name ?? '' })
    case 'team_promised':
      return new Refusal(code, { team: teamName, project: team?.promised ?? '' })
    case 'request_decided':
    case 'nothing_pending':
      return new Refusal(code, { status: requestStatusInWords(request!.status, language) })
    case 'request_not_found':
      return new Refusal(code, { request: request?.id ?? '' })
    case 'project_not_found':
      return new Refusal(code, { slug: project?.slug ?? '' })
    case 'too_many_requests':
      return new Refusal(code, { limit: settings.mostWaiting })
    case 'too_many_choices':
      return new Refusal(code, { round: round?.name ?? '', limit: round?.mostChoices ?? 0 })
    case 'round_full':
      return new Refusal(code, { round: round?.name ?? '', limit: MOST_ROUND_TEAMS })
    case 'quota_exceeded':
      return new Refusal(code, { limit: TEAM_BYTES / (1024 * 1024), days: PURGE_DAYS })
    case 'team_too_small':
    case 'team_disbanding': {
      const [least, size] = [settings.leastTeamSize, team?.size ?? 0]
      return new Refusal(code, { team: teamName, least, size, missing: least - size })
    }
    default:
      return new Refusal(code, { project: projectName, team: teamName, round: round?.name ?? '' })
  }
}
