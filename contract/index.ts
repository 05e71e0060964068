import { consoleEndpoints } from './console/index.ts'
import { deleteCover, getCover, getEditedCover, updateCover, uploadCover } from './cover.ts'
import { sendEmail } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { followChanges } from './event.ts'
import { invitationEndpoints } from './invitation.ts'
import { joiningEndpoints } from './joining.ts'
import { updateMember, updateMemberRole } from './member.ts'
import { listRequestMessages, listTeamQuestions, sendRequestMessage } from './message.ts'
import { endOtherSessions, endSession, exchangeCode, listSessions, refreshSession, signOut, startSignIn } from './mobile.ts'
import { getNotifications, updateNotifications } from './notification.ts'
import { listPlatforms } from './platform.ts'
import {
  confirmEmail,
  deleteAvatar,
  deleteUser,
  exportUser,
  getAvatar,
  getProfile,
  getProjectStatus,
  getProjectStatusOf,
  getUser,
  putAvatar,
  updateAccount,
  updatePersonal,
} from './profile.ts'
import { findProjects, getHome, getProject, listActiveProjects, listFileTypes, listNewProjects } from './project.ts'
import { answerQuestion, createQuestion, deleteQuestion, listQuestions } from './question.ts'
import { createRequest, decideRequest, listAvailable, updateRequest, withdrawRequest } from './request.ts'
import { changeResult, createLink, deleteLink, deleteResult, downloadFile, listVersions, uploadResult } from './result.ts'
import { roundEndpoints } from './round.ts'
import { afterRoundEndpoints } from './round-after.ts'
import { listSaved, saveProject, saveProjects, unsaveProject } from './saved.ts'
import { getLogo, getSettings } from './settings.ts'
import { listSearchSynonyms } from './synonym.ts'
import { findTags, listTags } from './tag.ts'
import { teamEndpoints } from './team.ts'
import { findRoles, listRoleNames, listRoles } from './user.ts'

const api = [
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
  exportUser,
  deleteUser,
  createRequest,
  updateRequest,
  listAvailable,
  withdrawRequest,
  listTeamQuestions,
  listRequestMessages,
  sendRequestMessage,
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
  updateAccount,
  updatePersonal,
  confirmEmail,
  putAvatar,
  deleteAvatar,
  getAvatar,
  listSaved,
  saveProjects,
  saveProject,
  unsaveProject,
  updateMember,
  updateMemberRole,
  ...joiningEndpoints,
  decideRequest,
  ...roundEndpoints,
  ...afterRoundEndpoints,
  ...teamEndpoints,
  ...consoleEndpoints,
  ...invitationEndpoints,
  listSessions,
  endSession,
  endOtherSessions,
  sendEmail,
  getNotifications,
  updateNotifications,
  followChanges,
] as const satisfies readonly Endpoint[]

export const apiEndpoints: readonly Endpoint[] = api
/** With the type of each endpoint: api/routes.ts has a handler for every one of them. */
export type ApiEndpoints = typeof api

/** The 22 calls of the main API whose paths are fixed, with their variants: clients in the field also make them without a prefix. */
export const fixedEndpoints: readonly Endpoint[] = [
  listActiveProjects,
  listNewProjects,
  findProjects,
  getProject,
  listRoles,
  findRoles,
  listTags,
  findTags,
  sendEmail,
  getUser,
  getProfile,
  getProjectStatus,
  getProjectStatusOf,
  createRequest,
  updateRequest,
  listAvailable,
  withdrawRequest,
  uploadResult,
  changeResult,
  deleteResult,
  createLink,
  deleteLink,
  updateAccount,
  updatePersonal,
  updateMember,
  updateMemberRole,
]

// The mobile auth backend.
export const authEndpoints: readonly Endpoint[] = [startSignIn, exchangeCode, refreshSession, signOut]
