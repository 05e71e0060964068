import { listInvitations, MOST_LISTED } from '#contract/invitation.ts'
import { listReceived } from '#store/team/invitation.ts'
import { handle } from './app.ts'
import { missingRolesOf } from './joining/join.ts'

export default handle(listInvitations, async ({ app, caller }) => {
  const received = await listReceived(app.sql, caller.id, app.now(), MOST_LISTED)
  return {
    invitations: received.map(({ team: { id, name, description, ...roles }, ...invitation }) => ({
      ...invitation,
      team: { id, name, description, missingRoles: missingRolesOf(app, roles) },
    })),
  }
})
