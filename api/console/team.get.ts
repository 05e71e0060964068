import { handle } from '#api/app.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { readPage } from '#rules/paging.ts'
import { wordsSought } from '#rules/team.ts'
import { listConsoleTeamRows } from '#store/console-team.ts'
import { teamListed } from './team/team-view.ts'

export default handle(listConsoleTeams, async ({ app, query }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults)
  refuseIfFaulty(faults)
  const today = writeDay(app.calendar(app.now()))
  const { teams, total } = await listConsoleTeamRows(app.sql, { words: wordsSought(query.text), work: query.work, today, page, pageSize })
  return { teams: teams.map((team) => teamListed(team, app)), total, page, pageSize }
})
