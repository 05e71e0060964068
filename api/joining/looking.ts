import type { ApiApp } from '#api/app.ts'
import { detailOf } from '#contract/error-text.ts'
import type { Details, ErrorCode } from '#contract/errors.ts'
import { JOIN_REQUESTS_A_DAY, MOST_JOIN_REQUESTS } from '#contract/invitation.ts'
import type { LookingTeam } from '#contract/joining.ts'
import type { Language } from '#contract/language.ts'
import { createFit, rankedByMatches } from '#rules/team/fit.ts'
import { joinDetails, type Room, whyNotAskToJoin } from '#rules/team/formation.ts'
import { limitReached } from '#rules/team/invitation.ts'
import { searchWords } from '#rules/team/team.ts'
import { writeDay } from '#rules/time/day.ts'
import { findJoining, findLookingTeams, listLookingTeams, type StoredLookingTeam } from '#store/person/joining.ts'
import { countFreeTeams } from '#store/team/join.ts'
import { countJoinRequests } from '#store/team/join-request.ts'

// Teams that look for people, for the caller.

type Context = { app: ApiApp; caller: { id: number }; language: Language }
type Ranked = Pick<LookingTeam, 'id' | 'wantedRoles' | 'missingRoles' | 'matches'>

/** Those that miss what the caller offers first. */
export async function rankLookingTeams({ app, caller }: Context, { text, role }: { text?: string; role?: string } = {}): Promise<Ranked[]> {
  const fit = createFit(app.catalog.roleTerms())
  const now = app.now()
  const today = writeDay(app.calendar(now))
  const [teams, { roles }] = await Promise.all([
    listLookingTeams(app.sql, { callerId: caller.id, words: searchWords(text), most: app.settings.mostTeamSize, now, today }),
    findJoining(app.sql, caller.id),
  ])
  const named = role ? fit.named(role) : null
  const ranked = teams.map(({ id, wantedRoles, memberRoles }) => {
    const missingRoles = fit.missing(wantedRoles, memberRoles)
    return { id, wantedRoles, missingRoles, matches: fit.matches(missingRoles, roles) }
  })
  return rankedByMatches(ranked.filter(({ missingRoles }) => named === null || missingRoles.some(({ role }) => named.has(role))))
}

/** A team that ended meanwhile is left out. */
export async function lookingTeams({ app, caller, language }: Context, ranked: Ranked[]): Promise<LookingTeam[]> {
  if (ranked.length === 0) return []
  const { settings } = app
  const now = app.now()
  const today = writeDay(app.calendar(now))
  const ids = ranked.map(({ id }) => id)
  const [stored, freeTeams, asked] = await Promise.all([
    findLookingTeams(app.sql, ids, caller.id, now),
    countFreeTeams(app.sql, caller.id, today),
    countJoinRequests(app.sql, caller.id, now),
  ])
  const reached = limitReached(asked, { open: MOST_JOIN_REQUESTS, ofDay: JOIN_REQUESTS_A_DAY }, now)
  const byId = new Map(stored.map((team) => [team.id, team]))

  const detailsOf = (code: ErrorCode, team: Room & { name: string }): Details => ({
    ...joinDetails(team, settings),
    ...(code === 'too_many_join_requests' && reached ? { limit: reached.limit, hours: Math.ceil(reached.seconds / 3600) } : {}),
  })

  function whyNotAsk(team: StoredLookingTeam): { code: ErrorCode | null; why: string | null } {
    const state = { ...team, project: null, isDisbanding: false, sealedRound: null, takesRequests: true } // others are not listed
    const own = { isMember: false, hasAskedToJoin: team.hasAsked, freeTeams, isLimitReached: reached !== null }
    const code = whyNotAskToJoin({ ...state, own }, settings)
    return { code, why: code && detailOf(code, language, detailsOf(code, state)) }
  }

  return ranked.flatMap((one) => {
    const team = byId.get(one.id)
    if (!team) return []
    const { hasAsked: _, ...texts } = team
    return [{ ...texts, ...one, mostMembers: settings.mostTeamSize, ...whyNotAsk(team) }]
  })
}
