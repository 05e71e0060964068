import { cover } from '#ui/cover-texts-ru.ts'
import { announcements } from './ru/announcements.ts'
import { attention } from './ru/attention.ts'
import { audit } from './ru/audit.ts'
import { auditDetail } from './ru/audit-detail.ts'
import { spreadsheet } from './ru/import-export.ts'
import { importing } from './ru/importing.ts'
import { mail } from './ru/mail.ts'
import { people } from './ru/people.ts'
import { projects } from './ru/projects.ts'
import { questions } from './ru/questions.ts'
import { requests } from './ru/requests.ts'
import { responsibility } from './ru/responsibility.ts'
import { settings } from './ru/settings.ts'
import { shell } from './ru/shell.ts'
import { synonyms } from './ru/synonyms.ts'
import { teams } from './ru/teams.ts'
import { today } from './ru/today.ts'
import { vocabularies } from './ru/vocabularies.ts'

export const words = {
  ...shell,
  ...today,
  ...attention,
  ...projects,
  ...cover,
  ...requests,
  ...questions,
  ...teams,
  ...people,
  ...responsibility,
  ...vocabularies,
  ...synonyms,
  ...spreadsheet,
  ...announcements,
  ...importing,
  ...mail,
  ...audit,
  ...settings,
  ...auditDetail,
}
