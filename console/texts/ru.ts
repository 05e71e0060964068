import { cover } from '#ui/cover/cover-texts-ru.ts'
import { announcements } from './ru/announcements.ts'
import { attention } from './ru/attention.ts'
import { audit } from './ru/audit.ts'
import { auditDetail } from './ru/audit-detail.ts'
import { conversations } from './ru/conversations.ts'
import { formation } from './ru/formation.ts'
import { spreadsheet } from './ru/import-export.ts'
import { importing } from './ru/importing.ts'
import { keys } from './ru/keys.ts'
import { mail } from './ru/mail.ts'
import { operations } from './ru/operations.ts'
import { ownTeams } from './ru/own-teams.ts'
import { people } from './ru/people.ts'
import { projects } from './ru/projects.ts'
import { questions } from './ru/questions.ts'
import { report } from './ru/report.ts'
import { requests } from './ru/requests.ts'
import { responsibility } from './ru/responsibility.ts'
import { rounds } from './ru/rounds.ts'
import { schedule } from './ru/schedule.ts'
import { settings } from './ru/settings.ts'
import { shell } from './ru/shell.ts'
import { synonyms } from './ru/synonyms.ts'
import { table } from './ru/table.ts'
import { teams } from './ru/teams.ts'
import { today } from './ru/today.ts'
import { vocabularies } from './ru/vocabularies.ts'

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
