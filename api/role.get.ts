import { listRoleNames } from '#contract/user.ts'
import { handle } from './app.ts'

export default handle(listRoleNames, ({ app, dependsOn }) => {
  dependsOn('roles')
  return app.catalog.roleNames()
})
