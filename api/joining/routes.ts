import type { ApiApp } from '#api/app.ts'
import listOpenPeople from '#api/person/open.get.ts'
import getJoining from '#api/profile/joining.get.ts'
import updateJoining from '#api/profile/joining.put.ts'
import getTeamFit from '#api/team/by-id/fit/by-slug.get.ts'
import listLookingTeams from '#api/team/looking.get.ts'
import listSuggestedTeams from '#api/team/suggested.get.ts'
import type { joiningEndpoints } from '#contract/joining.ts'
import type { RoutesFor } from '#http/handle.ts'

export const joiningRoutes: RoutesFor<ApiApp, typeof joiningEndpoints> = {
  getJoining,
  updateJoining,
  listOpenPeople,
  listLookingTeams,
  listSuggestedTeams,
  getTeamFit,
}
