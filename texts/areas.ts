import type clientFirstScreen from './en/client/first-screen.json'
import type clientLists from './en/client/lists.json'
import type clientMy from './en/client/my.json'
import type clientPrivacy from './en/client/privacy.json'
import type clientProfile from './en/client/profile.json'
import type clientProject from './en/client/project.json'
import type clientRounds from './en/client/rounds.json'
import type clientTeams from './en/client/teams.json'
import type commands from './en/commands.json'
import type consoleAnnouncements from './en/console/announcements.json'
import type consoleAudit from './en/console/audit.json'
import type consoleImportExport from './en/console/import-export.json'
import type consoleMail from './en/console/mail.json'
import type consoleOperations from './en/console/operations.json'
import type consolePeople from './en/console/people.json'
import type consoleProjects from './en/console/projects.json'
import type consoleQuestions from './en/console/questions.json'
import type consoleRequests from './en/console/requests.json'
import type consoleRounds from './en/console/rounds.json'
import type consoleSettings from './en/console/settings.json'
import type consoleShell from './en/console/shell.json'
import type consoleTable from './en/console/table.json'
import type consoleTeams from './en/console/teams.json'
import type consoleToday from './en/console/today.json'
import type consoleVocabularies from './en/console/vocabularies.json'
import type cover from './en/cover.json'
import type errors from './en/errors.json'
import type fields from './en/fields.json'
import type language from './en/language.json'
import type mail from './en/mail.json'
import type pages from './en/pages.json'
import type proof from './en/proof.json'
import type reasons from './en/reasons.json'
import type rules from './en/rules.json'
import type sheets from './en/sheets.json'
import type ui from './en/ui.json'

/** The files of a language. The keys of each are those of English; types are all that code needs of them. */
export type Areas = {
  'client/first-screen': typeof clientFirstScreen
  'client/lists': typeof clientLists
  'client/my': typeof clientMy
  'client/privacy': typeof clientPrivacy
  'client/profile': typeof clientProfile
  'client/project': typeof clientProject
  'client/rounds': typeof clientRounds
  'client/teams': typeof clientTeams
  commands: typeof commands
  'console/announcements': typeof consoleAnnouncements
  'console/audit': typeof consoleAudit
  'console/import-export': typeof consoleImportExport
  'console/mail': typeof consoleMail
  'console/operations': typeof consoleOperations
  'console/people': typeof consolePeople
  'console/projects': typeof consoleProjects
  'console/questions': typeof consoleQuestions
  'console/requests': typeof consoleRequests
  'console/rounds': typeof consoleRounds
  'console/settings': typeof consoleSettings
  'console/shell': typeof consoleShell
  'console/table': typeof consoleTable
  'console/teams': typeof consoleTeams
  'console/today': typeof consoleToday
  'console/vocabularies': typeof consoleVocabularies
  cover: typeof cover
  errors: typeof errors
  fields: typeof fields
  language: typeof language
  mail: typeof mail
  pages: typeof pages
  proof: typeof proof
  reasons: typeof reasons
  rules: typeof rules
  sheets: typeof sheets
  ui: typeof ui
}
