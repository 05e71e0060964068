import { handle } from '#api/app.ts'
import { requestView } from '#api/view/request-view.ts'
import { jsonOf, listPart, membersView, usersView } from '#catalog/write.ts'
import { getProfile } from '#contract/profile.ts'
import { findAccount } from '#store/person/account.ts'
import { ownPart } from './account.ts'
import { loadMemberships, ownTeamView } from './memberships.ts'

export default handle(getProfile, async ({ app, caller, language, dependsOn }) => {
  const [account, { memberships, teams, projects }] = await Promise.all([
    findAccount(app.sql, caller.id),
    loadMemberships(app, caller.id, null, dependsOn),
  ])
  const { apiUrl } = app
  const user = {
    ...ownPart(account, apiUrl),
    access: account.access,
    teams: memberships.teams.map(({ id }) => id),
    administratedTeams: memberships.teams.filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id),
    projects: projects.map(({ slug }) => slug),
  }
  const users = new Map(teams.flatMap((team) => usersView(team, apiUrl)).map((one) => [one.id, one]))
  const rest = {
    user,
    teams: teams.map((team) => ownTeamView(team, memberships)),
    members: teams.flatMap(membersView),
    users: [...users.values()],
    requests: memberships.requests.map((request) => requestView(request, language, app)),
    forms: [],
  }
  // Projects are serialised by the same function as in all lists.
  return {
    utf8: `{"projects":[${projects.map(({ project, status }) => listPart(project, status, apiUrl)).join(',')}],${jsonOf(rest).slice(1)}`,
  }
})
