// Routes of all screens. The server answers each of them with the same page; other paths are 404.
export const paths = {
  projects: '/',
  active: '/projects/active',
  latest: '/projects/new',
  saved: '/projects/saved',
  welcome: '/welcome',
  signedIn: '/signin/done',
  project: '/project/:slug',
  apply: '/project/:slug/apply',
  my: '/my',
  makeTeam: '/my/make-team',
  findTeam: '/my/find-team',
  team: '/my/team/:id',
  request: '/my/request/:id',
  sent: '/my/request/:id/sent',
  invitation: '/invitation/:token',
  rounds: '/round',
  round: '/round/:slug',
  choices: '/round/:slug/choices',
  howRounds: '/round/:slug/how',
  info: '/info',
  profile: '/profile',
  joining: '/profile/joining',
  settings: '/settings',
  notifications: '/settings/mail',
  privacy: '/privacy',
  feedback: '/feedback',
} as const

export type PathName = keyof typeof paths

export const pathTo = (name: PathName, values: Record<string, string | number> = {}): string =>
  paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values[key])))
