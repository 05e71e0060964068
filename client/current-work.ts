import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProfile, getProjectStatus } from '#contract/profile.ts'

type Profile = Pick<AnswerOf<typeof getProfile>, 'projects' | 'teams' | 'requests'>

/**
 * What a person’s teams work on, in the order in which it matters now: the current project, otherwise live applications, above a finished
 * project. For My project and the next step of the start page.
 */
export function currentWork({ projects, teams, requests }: Profile, projectStatus: AnswerOf<typeof getProjectStatus>) {
  // Projects that the team only applied for are listed among the applications.
  const assigned = projectStatus.projects.filter(({ role }) => role !== 'applicant')
  const [main, ...more] = projects.filter(({ slug }) => assigned.some(({ id }) => id === slug))
  const entry = assigned.find(({ id }) => id === main?.slug)
  const team = teams.find(({ id }) => id === entry?.team)
  const live = main && main.status !== 'completed' ? [] : requests.filter(({ status }) => status === 'submitted')
  // An application that led to one of the projects is not listed again.
  const others = requests.filter(
    (request) => !live.includes(request) && !(request.status === 'approved' && assigned.some(({ id }) => id === request.project)),
  )
  return { main, team, more, live, others }
}
