import type { ApiApp } from '#api/app.ts'
import type { consoleEndpoints } from '#contract/console/index.ts'
import type { RoutesFor } from '#http/handle.ts'
import recallAnnouncement from './announcement/by-id/recall.post.ts'
import getAnnouncement from './announcement/by-id.get.ts'
import previewAnnouncement from './announcement/preview.post.ts'
import testAnnouncement from './announcement/test.post.ts'
import listAnnouncements from './announcement.get.ts'
import createAnnouncement from './announcement.post.ts'
import exportAudit from './audit/export.get.ts'
import listAudit from './audit.get.ts'
import exportSheet from './export/by-kind.get.ts'
import deleteDescriptionFile from './file/by-id.delete.ts'
import setFileVisibility from './file/by-id.put.ts'
import listGroups from './group.get.ts'
import inspectSheet from './import/by-kind/columns.post.ts'
import markSheet from './import/by-kind/marked.post.ts'
import importSheet from './import/by-kind.post.ts'
import cancelImportEmails from './import/email/by-id/cancel.post.ts'
import sendImportEmails from './import/email/by-id/send.post.ts'
import listImportEmails from './import/email.get.ts'
import getImportProgress from './import/progress/by-ticket.get.ts'
import answerLeaveRequest from './leave-request/by-id/answer.post.ts'
import listLeaveRequests from './leave-request.get.ts'
import allowAddress from './mail/bounce/allow.post.ts'
import listBounces from './mail/bounce.get.ts'
import cancelMail from './mail/by-id/cancel.post.ts'
import resendMail from './mail/by-id/resend.post.ts'
import getMail from './mail/by-id.get.ts'
import listMails from './mail.get.ts'
import removeMember from './member/by-id.delete.ts'
import updateTeamMember from './member/by-id.put.ts'
import deleteNote from './note/by-id.delete.ts'
import updateNote from './note/by-id.put.ts'
import listMentionable from './note/mention.get.ts'
import listNotes from './note.get.ts'
import createNote from './note.post.ts'
import getOperations from './operations.get.ts'
import setAccess from './person/by-id/access.put.ts'
import setDisabled from './person/by-id/disabled.put.ts'
import previewMerge from './person/by-id/merge/by-into.get.ts'
import mergePeople from './person/by-id/merge.post.ts'
import getPersonData from './person/by-id/personal.get.ts'
import updatePerson from './person/by-id/personal.put.ts'
import signOutPerson from './person/by-id/sign-out.post.ts'
import getPerson from './person/by-id.get.ts'
import exportPeople from './person/export.get.ts'
import listPeople from './person.get.ts'
import createPerson from './person.post.ts'
import undoProjectChange from './project/bulk/by-id/undo.post.ts'
import listProjectChanges from './project/bulk.get.ts'
import changeProjects from './project/bulk.post.ts'
import duplicateProject from './project/by-id/duplicate.post.ts'
import addDescriptionFile from './project/by-id/file.post.ts'
import closeQuestions from './project/by-id/questions.put.ts'
import setProjectState from './project/by-id/state.post.ts'
import deleteProject from './project/by-id.delete.ts'
import getConsoleProject from './project/by-id.get.ts'
import updateProject from './project/by-id.put.ts'
import exportProjects from './project/export.get.ts'
import listConsoleProjects from './project.get.ts'
import createProject from './project.post.ts'
import hideQuestion from './question/by-id/hidden.put.ts'
import listConsoleQuestions from './question.get.ts'
import getReport from './report.get.ts'
import assignRequests from './request/assign.post.ts'
import applyDecision from './request/by-id/apply.post.ts'
import listConsoleMessages from './request/by-id/message.get.ts'
import askTeam from './request/by-id/message.post.ts'
import undoDecision from './request/by-id/undo.post.ts'
import getConsoleRequest from './request/by-id.get.ts'
import declineRequests from './request/decline.post.ts'
import exportRequests from './request/export.get.ts'
import listConsoleRequests from './request.get.ts'
import { consoleRoundRoutes } from './round/routes.ts'
import getSchedule from './schedule.get.ts'
import deleteLogo from './settings/logo.delete.ts'
import uploadLogo from './settings/logo.post.ts'
import getConsoleSettings from './settings.get.ts'
import updateSettings from './settings.put.ts'
import deleteSynonym from './synonym/by-id.delete.ts'
import updateSynonym from './synonym/by-id.put.ts'
import listSynonyms from './synonym.get.ts'
import createSynonym from './synonym.post.ts'
import addMember from './team/by-id/member.post.ts'
import undoMove from './team/by-id/project/undo.post.ts'
import moveTeam from './team/by-id/project.put.ts'
import deleteTeam from './team/by-id.delete.ts'
import getConsoleTeam from './team/by-id.get.ts'
import updateTeam from './team/by-id.put.ts'
import exportTeams from './team/export.get.ts'
import listConsoleTeams from './team.get.ts'
import createTeam from './team.post.ts'
import getToday from './today.get.ts'
import deleteView from './view/by-id.delete.ts'
import updateView from './view/by-id.put.ts'
import listViews from './view.get.ts'
import createView from './view.post.ts'
import mergeWord from './vocabulary/by-kind/by-id/merge.post.ts'
import deleteWord from './vocabulary/by-kind/by-id.delete.ts'
import updateWord from './vocabulary/by-kind/by-id.put.ts'
import orderWords from './vocabulary/by-kind/order.put.ts'
import listWords from './vocabulary/by-kind.get.ts'
import createWord from './vocabulary/by-kind.post.ts'

export const consoleRoutes: RoutesFor<ApiApp, typeof consoleEndpoints> = {
  getToday,
  getSchedule,
  getReport,
  listConsoleProjects,
  createProject,
  getConsoleProject,
  updateProject,
  deleteProject,
  setProjectState,
  duplicateProject,
  addDescriptionFile,
  setFileVisibility,
  deleteDescriptionFile,
  listConsoleRequests,
  getConsoleRequest,
  applyDecision,
  undoDecision,
  declineRequests,
  assignRequests,
  ...consoleRoundRoutes,
  listConsoleTeams,
  createTeam,
  getConsoleTeam,
  updateTeam,
  deleteTeam,
  moveTeam,
  undoMove,
  addMember,
  updateTeamMember,
  removeMember,
  listLeaveRequests,
  answerLeaveRequest,
  listPeople,
  listGroups,
  createPerson,
  getPersonData,
  updatePerson,
  getPerson,
  setAccess,
  setDisabled,
  signOutPerson,
  previewMerge,
  mergePeople,
  listWords,
  createWord,
  updateWord,
  deleteWord,
  mergeWord,
  orderWords,
  listSynonyms,
  createSynonym,
  updateSynonym,
  deleteSynonym,
  listConsoleQuestions,
  hideQuestion,
  closeQuestions,
  listNotes,
  createNote,
  updateNote,
  deleteNote,
  listMentionable,
  listConsoleMessages,
  askTeam,
  listAnnouncements,
  createAnnouncement,
  previewAnnouncement,
  testAnnouncement,
  getAnnouncement,
  recallAnnouncement,
  listMails,
  getMail,
  resendMail,
  cancelMail,
  listBounces,
  allowAddress,
  getOperations,
  listAudit,
  exportAudit,
  importSheet,
  inspectSheet,
  listImportEmails,
  sendImportEmails,
  cancelImportEmails,
  markSheet,
  getImportProgress,
  exportSheet,
  changeProjects,
  listProjectChanges,
  undoProjectChange,
  exportProjects,
  exportTeams,
  exportPeople,
  exportRequests,
  listViews,
  createView,
  updateView,
  deleteView,
  getConsoleSettings,
  updateSettings,
  uploadLogo,
  deleteLogo,
}
