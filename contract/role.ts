// The field app has built-in role menus and compares responses with them exactly. Every directory has these roles, in this spelling
// (store/migrations/0008_roles.sql has the same list).

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
