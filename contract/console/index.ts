import type { Endpoint } from '#contract/endpoint.ts'
import { askTeam, listConsoleMessages } from '#contract/message.ts'
import { announcementEndpoints } from './announcement.ts'
import { exportAudit, listAudit } from './audit.ts'
import { importEmailEndpoints } from './import-email.ts'
import { inspectSheet } from './import-options.ts'
import { listExportEndpoints } from './list-export.ts'
import { mailEndpoints } from './mail.ts'
import { noteEndpoints } from './note.ts'
import { getOperations } from './operations.ts'
import { listPeople, personEndpoints } from './person.ts'
import { personEditEndpoints } from './person-edit.ts'
import { projectEndpoints } from './project.ts'
import { projectBulkEndpoints } from './project-bulk.ts'
import { questionEndpoints } from './question.ts'
import { getReport } from './report.ts'
import { requestEndpoints } from './request.ts'
import { assignRequests, listGroups } from './responsibility.ts'
import { consoleRoundEndpoints } from './round.ts'
import { roundPlacingEndpoints } from './round-placing.ts'
import { getSchedule } from './schedule.ts'
import { settingsEndpoints } from './settings.ts'
import { importSheet, spreadsheetEndpoints } from './spreadsheet.ts'
import { synonymEndpoints } from './synonym.ts'
import { teamEndpoints } from './team.ts'
import { teamFormationEndpoints } from './team-formation.ts'
import { getToday } from './today.ts'
import { viewEndpoints } from './view.ts'
import { vocabularyEndpoints } from './vocabulary.ts'

export const consoleEndpoints: readonly Endpoint[] = [
  getToday,
  getSchedule,
  getReport,
  ...projectEndpoints,
  ...requestEndpoints,
  assignRequests,
  ...consoleRoundEndpoints,
  ...roundPlacingEndpoints,
  ...teamEndpoints,
  ...teamFormationEndpoints,
  listPeople,
  listGroups,
  ...personEditEndpoints,
  ...personEndpoints,
  ...vocabularyEndpoints,
  ...synonymEndpoints,
  ...questionEndpoints,
  ...noteEndpoints,
  listConsoleMessages,
  askTeam,
  ...announcementEndpoints,
  ...mailEndpoints,
  getOperations,
  listAudit,
  exportAudit,
  importSheet,
  inspectSheet,
  ...importEmailEndpoints,
  ...spreadsheetEndpoints,
  ...projectBulkEndpoints,
  ...listExportEndpoints,
  ...viewEndpoints,
  ...settingsEndpoints,
]
