import { handle } from '#api/app.ts'
import { listRounds } from '#contract/round.ts'
import { listAnnouncedRounds } from '#store/round/round.ts'
import { roundView } from './view/round-view.ts'

export default handle(listRounds, async ({ app }) => ({
  rounds: (await listAnnouncedRounds(app.sql)).map((round) => roundView(round, app.now())),
}))
