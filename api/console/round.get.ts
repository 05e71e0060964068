import { handle } from '#api/app.ts'
import { listConsoleRounds } from '#contract/console/round.ts'
import { listRounds } from '#store/round/round.ts'
import { listedRound } from './round/round-view.ts'

export default handle(listConsoleRounds, async ({ app }) => ({
  rounds: (await listRounds(app.sql)).map((round) => listedRound(round, app.now())),
}))
