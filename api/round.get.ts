import { handle } from '#api/app.ts'
import { listRounds } from '#contract/round.ts'
import { listRounds as listStored } from '#store/round.ts'
import { roundView } from './round/round-view.ts'

export default handle(listRounds, async ({ app }) => ({
  rounds: (await listStored(app.sql, 'announced')).map((round) => roundView(round, app.now())),
}))
