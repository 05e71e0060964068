import { handle } from '#api/app.ts'
import { lookingTeams, rankLookingTeams } from '#api/joining/looking.ts'
import { listSuggestedTeams, MOST_SUGGESTED } from '#contract/joining.ts'

export default handle(listSuggestedTeams, async (context) => {
  const ranked = await rankLookingTeams(context)
  const matching = ranked.filter(({ matches }) => matches.length > 0)
  return { teams: await lookingTeams(context, matching.slice(0, MOST_SUGGESTED)) }
})
