import { handle } from '#api/app.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { readPage } from '#rules/paging.ts'
import { readResponsible } from '#rules/responsibility.ts'
import { searchWords } from '#rules/team.ts'
import { listConsoleTeamRows } from '#store/console-team.ts'
import { teamListView } from './team/team-view.ts'

export default handle(listConsoleTeams, async ({ app, caller, query }) => {
  const faults: Parameters<typeof readPage>[1] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  const today = writeDay(app.calendar(app.now()))
  const curator = readResponsible({ mine: query.mine, id: query.curatorId }, caller.id)
  const filter = { words: searchWords(query.text), work: query.work, curator, today, page, pageSize }
  const { teams, total } = await listConsoleTeamRows(app.sql, filter)
  return { teams: teams.map((team) => teamListView(team, app)), total, page, pageSize }
})
