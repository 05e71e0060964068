import { handle } from '#api/app.ts'
import { foundRound } from '#api/console/round/round-input.ts'
import { roundTeams } from '#api/console/round/round-view.ts'
import { listRoundTeams } from '#contract/console/round.ts'
import type { FieldFault } from '#contract/errors.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPart } from '#rules/paging.ts'

export default handle(listRoundTeams, async ({ app, params, query, language }) => {
  const faults: FieldFault[] = []
  const { page, pageSize } = readPart(query, faults)
  refuseIfFaulty(faults)
  const { id } = await foundRound(app.sql, params.id)
  const wanted = { text: query.text?.trim() ?? '', has: query.has ?? null }
  return { ...(await roundTeams(app, app.sql, id, wanted, { limit: pageSize, offset: (page - 1) * pageSize }, language)), page, pageSize }
})
