import { handle } from '#api/app.ts'
import { lookingTeams, rankLookingTeams } from '#api/joining/looking.ts'
import type { FieldFault } from '#contract/errors.ts'
import { listLookingTeams } from '#contract/joining.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { readPart } from '#rules/paging.ts'

export default handle(listLookingTeams, async (context) => {
  const faults: FieldFault[] = []
  const { page, pageSize, part } = readPart(context.query, faults)
  refuseIfFaulty(faults)
  const ranked = await rankLookingTeams(context, context.query)
  return { teams: await lookingTeams(context, part(ranked)), total: ranked.length, page, pageSize }
})
