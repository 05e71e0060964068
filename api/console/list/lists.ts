import { reviewView } from '#api/view/request-view.ts'
import { teamListView } from '#api/view/team-view.ts'
import type { exportPeople, exportRequests, exportTeams } from '#contract/console/list-export.ts'
import type { ListedPerson } from '#contract/console/person.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import type { ListedTeam } from '#contract/console/team.ts'
import type { AnySql } from '#database/sql.ts'
import type { Part } from '#http/request/page.ts'
import { readResponsible } from '#rules/request/responsibility.ts'
import { searchWords } from '#rules/team/team.ts'
import { readText } from '#rules/text/text.ts'
import { writeDay } from '#rules/time/day.ts'
import { listConsolePeople } from '#store/person/console.ts'
import { listReviewRequests, type RequestCounts } from '#store/request/review.ts'
import { listConsoleTeamRows } from '#store/team/console.ts'
import type { ListContext, ListQuery } from './list-answer.ts'

// The lists of teams, people and applications: for their pages and exports. The list of projects is in project-list.ts.

export async function findTeams(
  sql: AnySql,
  { app, caller }: ListContext,
  { text, mine, curatorId, ...query }: ListQuery<typeof exportTeams>,
  part: Part,
): Promise<{ teams: ListedTeam[]; total: number }> {
  const today = writeDay(app.calendar(app.now()))
  const curator = readResponsible({ mine, id: curatorId }, caller.id)
  const { teams, total } = await listConsoleTeamRows(sql, { ...query, curator, words: searchWords(text), today, ...part })
  return { teams: teams.map((team) => teamListView(team, app)), total }
}

export const findPeople = (
  sql: AnySql,
  _: ListContext,
  { text, ...query }: ListQuery<typeof exportPeople>,
  part: Part,
): Promise<{ people: ListedPerson[]; total: number }> => listConsolePeople(sql, { ...query, words: searchWords(text), ...part })

export async function findRequests(
  sql: AnySql,
  { app, caller, language }: ListContext,
  { text, team, mine, reviewerId, sort, order, ...query }: ListQuery<typeof exportRequests>,
  part: Part,
): Promise<{ requests: ReviewRequest[]; total: number; counts: RequestCounts }> {
  const reviewer = readResponsible({ mine, id: reviewerId }, caller.id)
  const filter = { ...query, reviewer, team: team === undefined ? undefined : Number(team), text: readText(text) }
  const { requests, counts } = await listReviewRequests(sql, filter, { ...part, sort, order })
  const total = query.status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[query.status]
  return { requests: requests.map((one) => reviewView(one, language, app)), total, counts }
}
