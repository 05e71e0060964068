import type { ApiApp } from '#api/app.ts'
import listInvitations from '#api/invitation.get.ts'
import answerJoinRequest from '#api/join-request/by-id/answer.post.ts'
import cancelJoinRequest from '#api/join-request/by-id.delete.ts'
import listJoinRequests from '#api/join-request.get.ts'
import answerInvitation from '#api/person-invitation/by-id/answer.post.ts'
import endInvitation from '#api/team/by-id/invitation.delete.ts'
import createInvitation from '#api/team/by-id/invitation.post.ts'
import createJoinRequest from '#api/team/by-id/join-request.post.ts'
import type { invitationEndpoints } from '#contract/invitation.ts'
import type { RoutesFor } from '#http/handle.ts'
import getInvitation from './by-token.get.ts'
import acceptInvitation from './by-token.post.ts'

export const invitationRoutes: RoutesFor<ApiApp, typeof invitationEndpoints> = {
  createInvitation,
  endInvitation,
  getInvitation,
  acceptInvitation,
  listInvitations,
  answerInvitation,
  createJoinRequest,
  listJoinRequests,
  answerJoinRequest,
  cancelJoinRequest,
}
