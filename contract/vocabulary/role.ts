import { type Static, Type } from 'typebox'

// The field app has built-in role menus and compares responses with them exactly. Every directory has these roles, in this spelling
// (migrations/0008_roles.sql has the same list).

export const builtInRoles: readonly string[] = [
  'DevOps',
  'Designer',
  'Architect',
  'QA',
  'Android Developer',
  'UX Researcher',
  'Frontend Developer',
  'Backend Developer',
  'iOS Developer',
  'Fullstack Developer',
  'CV Engineer',
  'PM',
  'Data Engineer',
  'IoT Engineer',
  'Product Analyst',
  'Analyst',
  'Data Analyst',
  'ML Engineer',
  'NLP Engineer',
  'Team Lead',
  'Content Manager',
  'Project Manager',
  'Business Analyst',
]

/** Names sent by another menu of the app, and their roles. */
export const builtInRoleAliases: ReadonlyMap<string, string> = new Map([
  ['Backend-разработчик', 'Backend Developer'],
  ['Frontend-разработчик', 'Frontend Developer'],
  ['Fullstack-разработчик', 'Fullstack Developer'],
  ['Аналитик', 'Analyst'],
  ['Тестировщик', 'QA'],
])

/** Roles per member; enough for the whole menu of the app. */
export const MOST_ROLES = 50

export const MOST_WANTED_ROLES = 12
/** People of one role that a project looks for. */
export const MOST_WANTED = 20
const WantedCount = Type.Integer({ minimum: 1, maximum: MOST_WANTED, description: 'how many people' })

/** A role that a project looks for. */
export const WantedRole = Type.Object({
  role: Type.String({ description: 'the name of the role' }),
  roleRu: Type.Union([Type.String(), Type.Null()], { description: 'its Russian name' }),
  count: WantedCount,
})
export type WantedRole = Static<typeof WantedRole>

/** As a curator enters it: by any name or alias of the role. */
export const WantedRoleDraft = Type.Object({ role: Type.String({ maxLength: 200 }), count: WantedCount })
export type WantedRoleDraft = Static<typeof WantedRoleDraft>
