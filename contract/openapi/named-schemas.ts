import type { TSchema } from 'typebox'
import * as consoleAnnouncement from '#contract/console/announcement.ts'
import * as consoleAudit from '#contract/console/audit.ts'
import * as consoleImportEmail from '#contract/console/import-email.ts'
import * as consoleImportOptions from '#contract/console/import-options.ts'
import * as consoleListExport from '#contract/console/list-export.ts'
import * as consoleMail from '#contract/console/mail.ts'
import * as consoleNote from '#contract/console/note.ts'
import * as consoleOperations from '#contract/console/operations.ts'
import * as consolePerson from '#contract/console/person.ts'
import * as consolePersonEdit from '#contract/console/person-edit.ts'
import * as consoleProject from '#contract/console/project.ts'
import * as consoleProjectBulk from '#contract/console/project-bulk.ts'
import * as consoleQuestion from '#contract/console/question.ts'
import * as consoleReport from '#contract/console/report.ts'
import * as consoleRequest from '#contract/console/request.ts'
import * as consoleResponsibility from '#contract/console/responsibility.ts'
import * as consoleRound from '#contract/console/round.ts'
import * as consoleRoundPlacing from '#contract/console/round-placing.ts'
import * as consoleSchedule from '#contract/console/schedule.ts'
import * as consoleSettings from '#contract/console/settings.ts'
import * as consoleShared from '#contract/console/shared.ts'
import * as consoleSpreadsheet from '#contract/console/spreadsheet.ts'
import * as consoleSynonym from '#contract/console/synonym.ts'
import * as consoleTeam from '#contract/console/team.ts'
import * as consoleTeamFormation from '#contract/console/team-formation.ts'
import * as consoleView from '#contract/console/view.ts'
import * as consoleVocabulary from '#contract/console/vocabulary.ts'
import * as cover from '#contract/cover.ts'
import * as email from '#contract/email.ts'
import * as invitation from '#contract/invitation.ts'
import * as joining from '#contract/joining.ts'
import * as message from '#contract/message.ts'
import * as mobile from '#contract/mobile.ts'
import * as notification from '#contract/notification.ts'
import * as profile from '#contract/profile.ts'
import * as project from '#contract/project.ts'
import * as question from '#contract/question.ts'
import * as request from '#contract/request.ts'
import * as round from '#contract/round.ts'
import * as roundAfter from '#contract/round-after.ts'
import * as saved from '#contract/saved.ts'
import * as settings from '#contract/settings.ts'
import * as shared from '#contract/shared.ts'
import * as team from '#contract/team.ts'
import * as teamOverview from '#contract/team-overview.ts'
import * as user from '#contract/user.ts'
import * as role from '#contract/vocabulary/role.ts'
import * as synonym from '#contract/vocabulary/synonym.ts'
import * as tag from '#contract/vocabulary/tag.ts'

// The exported schemas of the contract: the name of an export is the name in the OpenAPI documents and on the documentation page. It is not
// an `$id` of the schema: Ajv refuses a schema that contains another one with an `$id` twice.

const modules = [
  consoleAnnouncement,
  consoleAudit,
  consoleImportEmail,
  consoleImportOptions,
  consoleListExport,
  consoleMail,
  consoleNote,
  consoleOperations,
  consolePersonEdit,
  consolePerson,
  consoleProjectBulk,
  consoleProject,
  consoleQuestion,
  consoleReport,
  consoleRequest,
  consoleResponsibility,
  consoleRoundPlacing,
  consoleRound,
  consoleSchedule,
  consoleSettings,
  consoleShared,
  consoleSpreadsheet,
  consoleSynonym,
  consoleTeamFormation,
  consoleTeam,
  consoleView,
  consoleVocabulary,
  cover,
  email,
  invitation,
  joining,
  message,
  mobile,
  notification,
  profile,
  project,
  question,
  request,
  role,
  roundAfter,
  round,
  saved,
  settings,
  shared,
  synonym,
  tag,
  team,
  teamOverview,
  user,
]

const hasName = ['properties', 'enum', 'anyOf', 'format', 'pattern']
const isNamed = ([name, value]: [string, unknown]): boolean =>
  /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && hasName.some((key) => key in value)

/** Objects, unions, lists of words and texts of a certain form; what is just a text or number is shown where it is used. */
export const namedSchemas: ReadonlyMap<string, TSchema> = new Map(
  modules.flatMap((module) => Object.entries(module).filter(isNamed) as [string, TSchema][]),
)

/** Equal for schemas that allow the same values: the description belongs to the place that uses the schema. */
export const shapeOf = (schema: object): string => JSON.stringify({ ...schema, description: undefined })
