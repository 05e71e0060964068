import { handle } from '#api/app.ts'
import { foundRound } from '#api/console/round/round-input.ts'
import { roundTeams } from '#api/console/round/round-view.ts'
import { listRoundTeams } from '#contract/console/round.ts'
import { pageOf } from '#http/request/page.ts'

export default handle(listRoundTeams, async ({ app, params, query, language }) => {
  const { page, part } = pageOf(query, { standard: 20, most: 50 })
  const { id } = await foundRound(app.sql, params.id)
  const wanted = { text: query.text?.trim() ?? '', has: query.has ?? null }
  return { ...(await roundTeams(app, app.sql, id, wanted, part, language)), ...page }
})
