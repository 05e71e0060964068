import { cover } from '#ui/cover/cover-texts-en.ts'
import { announcements } from './en/announcements.ts'
import { attention } from './en/attention.ts'
import { audit } from './en/audit.ts'
import { auditDetail } from './en/audit-detail.ts'
import { conversations } from './en/conversations.ts'
import { formation } from './en/formation.ts'
import { spreadsheet } from './en/import-export.ts'
import { importing } from './en/importing.ts'
import { keys } from './en/keys.ts'
import { mail } from './en/mail.ts'
import { operations } from './en/operations.ts'
import { ownTeams } from './en/own-teams.ts'
import { people } from './en/people.ts'
import { projects } from './en/projects.ts'
import { questions } from './en/questions.ts'
import { report } from './en/report.ts'
import { requests } from './en/requests.ts'
import { responsibility } from './en/responsibility.ts'
import { rounds } from './en/rounds.ts'
import { schedule } from './en/schedule.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { synonyms } from './en/synonyms.ts'
import { table } from './en/table.ts'
import { teams } from './en/teams.ts'
import { today } from './en/today.ts'
import { vocabularies } from './en/vocabularies.ts'

export const words = {
  ...shell,
  ...today,
  ...attention,
  ...schedule,
  ...report,
  ...keys,
  ...projects,
  ...table,
  ...cover,
  ...requests,
  ...questions,
  ...rounds,
  ...conversations,
  ...teams,
  ...formation,
  ...ownTeams,
  ...people,
  ...responsibility,
  ...vocabularies,
  ...synonyms,
  ...spreadsheet,
  ...announcements,
  ...importing,
  ...mail,
  ...operations,
  ...audit,
  ...settings,
  ...auditDetail,
}
