import type { Endpoint } from '#contract/endpoint.ts'
import { askTeam, listConsoleMessages } from '#contract/message.ts'
import {
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  previewAnnouncement,
  recallAnnouncement,
  testAnnouncement,
} from './announcement.ts'
import { exportAudit, listAudit } from './audit.ts'
import { cancelImportEmails, listImportEmails, sendImportEmails } from './import-email.ts'
import { inspectSheet } from './import-options.ts'
import { exportPeople, exportProjects, exportRequests, exportTeams } from './list-export.ts'
import { allowAddress, cancelMail, getMail, listBounces, listMails, resendMail } from './mail.ts'
import { createNote, deleteNote, listMentionable, listNotes, updateNote } from './note.ts'
import { getOperations } from './operations.ts'
import { getPerson, listPeople, mergePeople, previewMerge, setAccess, setDisabled, signOutPerson } from './person.ts'
import { createPerson, getPersonData, updatePerson } from './person-edit.ts'
import {
  addDescriptionFile,
  createProject,
  deleteDescriptionFile,
  deleteProject,
  duplicateProject,
  getConsoleProject,
  listConsoleProjects,
  setFileVisibility,
  setProjectState,
  updateProject,
} from './project.ts'
import { changeProjects, listProjectChanges, undoProjectChange } from './project-bulk.ts'
import { closeQuestions, hideQuestion, listConsoleQuestions } from './question.ts'
import { getReport } from './report.ts'
import { applyDecision, declineRequests, getConsoleRequest, listConsoleRequests, undoDecision } from './request.ts'
import { assignRequests, listGroups } from './responsibility.ts'
import { consoleRoundEndpoints } from './round.ts'
import { roundPlacingEndpoints } from './round-placing.ts'
import { getSchedule } from './schedule.ts'
import { deleteLogo, getConsoleSettings, updateSettings, uploadLogo } from './settings.ts'
import { exportSheet, getImportProgress, importSheet, markSheet } from './spreadsheet.ts'
import { createSynonym, deleteSynonym, listSynonyms, updateSynonym } from './synonym.ts'
import {
  addMember,
  createTeam,
  deleteTeam,
  getConsoleTeam,
  listConsoleTeams,
  moveTeam,
  removeMember,
  undoMove,
  updateTeam,
  updateTeamMember,
} from './team.ts'
import { teamFormationEndpoints } from './team-formation.ts'
import { getToday } from './today.ts'
import { createView, deleteView, listViews, updateView } from './view.ts'
import { createWord, deleteWord, listWords, mergeWord, orderWords, updateWord } from './vocabulary.ts'

export const consoleEndpoints = [
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
  undoDecision,
  applyDecision,
  declineRequests,
  assignRequests,
  ...consoleRoundEndpoints,
  ...roundPlacingEndpoints,
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
  ...teamFormationEndpoints,
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
] as const satisfies readonly Endpoint[]
