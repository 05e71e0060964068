import type { ApiApp } from '#api/app.ts'
import createOwnTeam from '#api/team.post.ts'
import type { teamEndpoints } from '#contract/team.ts'
import type { RoutesFor } from '#http/handle.ts'
import leaveTeam from './by-id/leave.post.ts'
import cancelLeave from './by-id/leave-request.delete.ts'
import requestLeave from './by-id/leave-request.post.ts'
import handOverTeam from './by-id/member/by-member/administrator.post.ts'
import removeOwnMember from './by-id/member/by-member.delete.ts'
import undoTeamChange from './by-id/undo.post.ts'
import disbandTeam from './by-id.delete.ts'
import getTeam from './by-id.get.ts'
import updateOwnTeam from './by-id.put.ts'

export const teamRoutes = {
  createOwnTeam,
  getTeam,
  updateOwnTeam,
  disbandTeam,
  undoTeamChange,
  leaveTeam,
  requestLeave,
  cancelLeave,
  handOverTeam,
  removeOwnMember,
} satisfies RoutesFor<ApiApp, typeof teamEndpoints>
