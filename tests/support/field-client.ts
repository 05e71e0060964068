import { type Decode, date, fail, id, int, list, nullable, record, status, string } from './sample/kotlin.ts'

// The decoders of the deployed mobile client that several of its screens share.

export const project = record({
  id: string,
  name: string,
  shortDescription: nullable(string),
  description: nullable(string),
  dateStart: nullable(date),
  dateEnd: nullable(date),
  enrollmentStart: nullable(date),
  enrollmentEnd: nullable(date),
  curator: nullable(string),
  client: nullable(string),
  tags: list(id),
  teams: list(id),
  status,
  links: list(record({ id, platform: string, link: string })),
})
export const noObjects: Decode<never[]> = (value, at) =>
  Array.isArray(value) && value.length === 0 ? [] : fail(at, 'an empty list', value)
export const team = record({
  id,
  name: string,
  members: list(id),
  administrators: list(id),
  project: nullable(string),
  requests: list(id),
  documents: noObjects,
})
export const member = record({ id, name: string, roles: list(string), user: nullable(id), team: nullable(id) })

export const tag = record({ id, name: string })
export const found = record({ projects: list(project), tags: list(tag), total: int, page: int, pageSize: int })
export const projects = record({ projects: list(project), tags: list(tag) })
export const detail = record({
  project,
  tags: list(tag),
  teams: list(team),
  members: list(member),
  users: list(record({ id, name: string })),
})

const fullName = record({ name: string, surname: string, patronymic: string })
const own = { id, email: string, phone: string, githubLogin: string, avatar: nullable(string), fullName }
export const account = record({ ...own, name: string, access: string })
const file = record({ id, name: string, type: string, url: string })
const request = record({ id, team: id, project: string, status: string, message: nullable(string), files: list(file) })
export const profile = record({
  user: record({ ...own, teams: list(id), administratedTeams: list(id), projects: list(string) }),
  projects: list(project),
  teams: list(team),
  members: list(member),
  users: list(record({ id, name: string })),
  requests: list(request),
  forms: noObjects,
})
export const projectStatus = record({
  user: record({ assignableTeams: list(id) }),
  teams: list(team),
  projects: list(record({ id: string, name: string, status, role: string, team: id, request: nullable(id) })),
})

// The exact values its two role menus send, and the roles that the Russian names of the second menu map to.
export const roleMenu = [
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
export const russianRoles: Record<string, string> = {
  'Backend-разработчик': 'Backend Developer',
  'Frontend-разработчик': 'Frontend Developer',
  'Fullstack-разработчик': 'Fullstack Developer',
  Аналитик: 'Analyst',
  Тестировщик: 'QA',
}
