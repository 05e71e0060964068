import type { ApiEndpoints } from '#contract/index.ts'
import type { RoutesFor } from '#http/handle.ts'
import type { BrowserRoute } from '#http/page/browser-routes.ts'
import type { ApiApp } from './app.ts'
import getAvatar from './avatar/by-id.get.ts'
import decideRequest from './console/request/by-id/decision.post.ts'
import { consoleRoutes } from './console/routes.ts'
import getCover from './cover/by-file.get.ts'
import sendEmail from './email.post.ts'
import followChanges from './events.get.ts'
import listVersions from './file/by-id/versions.get.ts'
import downloadFile from './file/by-id.get.ts'
import getHome from './home.get.ts'
import { invitationRoutes } from './invitation/routes.ts'
import { joiningRoutes } from './joining/routes.ts'
import getLogo from './logo/by-file.get.ts'
import { confirm, showConfirm } from './mail/confirm.ts'
import { showUnsubscribe, unsubscribe } from './mail/unsubscribe.ts'
import updateMemberRole from './member/by-id.put.ts'
import updateMember from './member.put.ts'
import listPlatforms from './platform.get.ts'
import updateAccount from './profile/account.put.ts'
import deleteAvatar from './profile/avatar.delete.ts'
import putAvatar from './profile/avatar.put.ts'
import confirmEmail from './profile/email/confirm.post.ts'
import updatePersonal from './profile/personal.put.ts'
import listActiveProjects from './project/active.get.ts'
import deleteCover from './project/by-slug/cover.delete.ts'
import getEditedCover from './project/by-slug/cover.get.ts'
import uploadCover from './project/by-slug/cover.post.ts'
import updateCover from './project/by-slug/cover.put.ts'
import createQuestion from './project/by-slug/question.post.ts'
import listQuestions from './project/by-slug/questions.get.ts'
import getProject from './project/by-slug.get.ts'
import listFileTypes from './project/file-type.get.ts'
import findProjects from './project/findmany.post.ts'
import deleteLink from './project/links/by-id.delete.ts'
import createLink from './project/links.post.ts'
import listNewProjects from './project/new.get.ts'
import changeResult from './project/results/change-file.post.ts'
import deleteResult from './project/results/delete-file.delete.ts'
import uploadResult from './project/results/upload-file.post.ts'
import answerQuestion from './question/by-id/answer.put.ts'
import deleteQuestion from './question/by-id.delete.ts'
import listAvailable from './request/available.get.ts'
import listRequestMessages from './request/by-id/message.get.ts'
import sendRequestMessage from './request/by-id/message.post.ts'
import withdrawRequest from './request/by-id.delete.ts'
import listTeamQuestions from './request/message.get.ts'
import createRequest from './request.post.ts'
import updateRequest from './request.put.ts'
import listRoleNames from './role.get.ts'
import { roundRoutes } from './round/routes.ts'
import unsaveProject from './saved/by-slug.delete.ts'
import saveProject from './saved/by-slug.put.ts'
import listSaved from './saved.get.ts'
import saveProjects from './saved.put.ts'
import listSearchSynonyms from './search/synonyms.get.ts'
import getSettings from './settings.get.ts'
import findTags from './tag/filters/by-query.get.ts'
import listTags from './tag.get.ts'
import { teamRoutes } from './team/routes.ts'
import exportUser from './user/export.get.ts'
import getNotifications from './user/notifications.get.ts'
import updateNotifications from './user/notifications.put.ts'
import getProfile from './user/profile.get.ts'
import getProjectStatusOf from './user/projectstatus/by-slug.get.ts'
import getProjectStatus from './user/projectstatus.get.ts'
import findRoles from './user/role/by-query.get.ts'
import listRoles from './user/role.get.ts'
import endSession from './user/sessions/by-id.delete.ts'
import endOtherSessions from './user/sessions.delete.ts'
import listSessions from './user/sessions.get.ts'
import deleteUser from './user.delete.ts'
import getUser from './user.get.ts'

// The handler of every endpoint of the main API: a missing, extra or misplaced one is a type error.
export const apiRoutes: RoutesFor<ApiApp, ApiEndpoints> = {
  getHome,
  listActiveProjects,
  listNewProjects,
  findProjects,
  listFileTypes,
  getProject,
  listRoles,
  findRoles,
  listRoleNames,
  listTags,
  findTags,
  listPlatforms,
  listSearchSynonyms,
  getSettings,
  getLogo,
  getUser,
  getProfile,
  getProjectStatus,
  getProjectStatusOf,
  updateAccount,
  updatePersonal,
  confirmEmail,
  putAvatar,
  deleteAvatar,
  getAvatar,
  exportUser,
  deleteUser,
  createRequest,
  updateRequest,
  listAvailable,
  withdrawRequest,
  listTeamQuestions,
  listRequestMessages,
  sendRequestMessage,
  decideRequest,
  ...roundRoutes,
  ...teamRoutes,
  ...consoleRoutes,
  ...invitationRoutes,
  listSaved,
  saveProjects,
  saveProject,
  unsaveProject,
  updateMember,
  updateMemberRole,
  ...joiningRoutes,
  uploadResult,
  changeResult,
  deleteResult,
  createLink,
  deleteLink,
  downloadFile,
  getEditedCover,
  uploadCover,
  updateCover,
  deleteCover,
  getCover,
  listVersions,
  listQuestions,
  createQuestion,
  answerQuestion,
  deleteQuestion,
  listSessions,
  endSession,
  endOtherSessions,
  sendEmail,
  getNotifications,
  updateNotifications,
  followChanges,
}

// Links in emails.
export const apiBrowserRoutes: BrowserRoute<ApiApp>[] = [showUnsubscribe, unsubscribe, showConfirm, confirm]
