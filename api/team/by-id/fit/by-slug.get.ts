import { handle, readerOf } from '#api/app.ts'
import { fitsOf } from '#api/team/team-fit.ts'
import { getTeamFit } from '#contract/joining.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import { findTeamRoles, findWantedRoles } from '#store/person/joining.ts'
import { findTeamToJoin } from '#store/team/join.ts'

export default handle(getTeamFit, async ({ app, caller, params }) => {
  const team = await findTeamToJoin(app.sql, readId(params.id), readerOf({ app, caller }))
  const isAllowed = team?.member != null || isCurator(caller.access)
  if (!team || !(team.isVisible || isAllowed)) throw new Refusal('team_not_found', { team: params.id })
  if (!isAllowed) throw new Refusal('not_in_team', { team: team.name })
  const projectId = app.catalog.idOfSlug(params.slug)
  if (projectId === undefined) throw new Refusal('project_not_found', { slug: params.slug })

  const [wanted, { memberRoles }] = await Promise.all([findWantedRoles(app.sql, projectId), findTeamRoles(app.sql, team.id)])
  const [fit] = await fitsOf(app, wanted, [{ id: team.id, memberRoles }])
  return fit!
})
