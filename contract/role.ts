// The mobile app in the field has role menus built into it and compares answers with them letter by letter. Every directory has these
// roles, in this spelling (store/migrations/0008_roles.sql holds the same list).

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

/** Names that another menu of the app sends, and the roles they mean. */
export const builtInRoleAliases: ReadonlyMap<string, string> = new Map([
  ['Backend-разработчик', 'Backend Developer'],
  ['Frontend-разработчик', 'Frontend Developer'],
  ['Fullstack-разработчик', 'Fullstack Developer'],
  ['Аналитик', 'Analyst'],
  ['Тестировщик', 'QA'],
])

/** Of one member; the whole menu of the app fits. */
export const MOST_ROLES = 50
