import { handle } from '#api/app.ts'
import { requestShown } from '#api/request/shown.ts'
import { jsonOf, listPart, membersShown, usersShown } from '#catalog/write.ts'
import { getProfile } from '#contract/profile.ts'
import { findAccount } from '#store/person.ts'
import { ownPart } from './account.ts'
import { loadStanding, ownTeamShown } from './standing.ts'

export default handle(getProfile, async ({ app, caller, language, dependsOn }) => {
  const [account, { standing, teams, projects }] = await Promise.all([
    findAccount(app.sql, caller.id),
    loadStanding(app, caller.id, null, dependsOn),
  ])
  const { apiUrl } = app
  const user = {
    ...ownPart(account, apiUrl),
    access: account.access,
    teams: standing.teams.map(({ id }) => id),
    administratedTeams: standing.teams.filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id),
    projects: projects.map(({ slug }) => slug),
  }
  const users = new Map(teams.flatMap((team) => usersShown(team, apiUrl)).map((one) => [one.id, one]))
  const rest = {
    user,
    teams: teams.map((team) => ownTeamShown(team, standing)),
    members: teams.flatMap(membersShown),
    users: [...users.values()],
    requests: standing.requests.map((request) => requestShown(request, language, app)),
    forms: [],
  }
  // Projects are written by the same hand as in every list.
  return { utf8: `{"projects":[${projects.map(({ project, status }) => listPart(project, status)).join(',')}],${jsonOf(rest).slice(1)}` }
})
