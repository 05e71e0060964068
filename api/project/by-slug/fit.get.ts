import { handle } from '#api/app.ts'
import { fitsOf } from '#api/team/team-fit.ts'
import { listTeamFits, MOST_FITS } from '#contract/joining.ts'
import { Refusal } from '#http/response/problem.ts'
import { findWantedRoles, listOwnTeamRoles } from '#store/person/joining.ts'

export default handle(listTeamFits, async ({ app, caller, params: { slug } }) => {
  const projectId = app.catalog.idOfSlug(slug)
  if (projectId === undefined) throw new Refusal('project_not_found', { slug })
  const [wanted, teams] = await Promise.all([findWantedRoles(app.sql, projectId), listOwnTeamRoles(app.sql, caller.id, MOST_FITS)])
  const fits = await fitsOf(app, wanted, teams)
  return { teams: teams.map(({ id, name, isAdministrator }, at) => ({ id, name, isAdministrator, fit: fits[at]! })) }
})
