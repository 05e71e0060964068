// The route of every page. The server answers each of them with the same HTML.
export const paths = {
  today: '/console',
  timeline: '/console/timeline',
  calendar: '/console/calendar',
  report: '/console/report',
  projects: '/console/projects',
  newProject: '/console/projects/new',
  project: '/console/projects/:id',
  requests: '/console/requests',
  request: '/console/requests/:id',
  questions: '/console/questions',
  rounds: '/console/rounds',
  newRound: '/console/rounds/new',
  editRound: '/console/rounds/:id/edit',
  round: '/console/rounds/:id',
  teams: '/console/teams',
  newTeam: '/console/teams/new',
  leaveRequests: '/console/teams/leave-requests',
  team: '/console/teams/:id',
  people: '/console/people',
  newPerson: '/console/people/new',
  person: '/console/people/:id',
  editPerson: '/console/people/:id/edit',
  merge: '/console/people/:id/merge/:into',
  vocabularies: '/console/words',
  vocabulary: '/console/words/:kind',
  spreadsheet: '/console/exchange',
  announcements: '/console/announcements',
  newAnnouncement: '/console/announcements/new',
  announcement: '/console/announcements/:id',
  mail: '/console/mail',
  email: '/console/mail/:id',
  audit: '/console/audit',
  operations: '/console/operations',
  settings: '/console/settings',
} as const

export type PathName = keyof typeof paths

export const pathTo = (name: PathName, values: Record<string, string | number> = {}, query: Record<string, string> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values[key]))) + (search ? `?${search}` : '')
}
