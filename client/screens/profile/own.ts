import type { AnswerOf } from '#contract/endpoint.ts'
import { type Account, getProfile, getUser } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import { type Answered, keyOf, queries, refreshAll } from '#ui/query.ts'

// What a person knows of themselves, and how it changes: on the screen at once, and back again when the server refuses.

export type OwnProfile = AnswerOf<typeof getProfile>
export type OwnProject = { project: Project; stand: 'works' | 'applied' | 'was' }
type Change = Partial<Pick<Account, 'email' | 'phone' | 'avatar' | 'fullName' | 'pendingEmail'>>

/** Accounts without any name are shown by their GitHub login or e-mail. */
export const shownName = ({ fullName: { surname, name, patronymic }, githubLogin, email }: OwnProfile['user']): string =>
  [surname, name, patronymic].filter(Boolean).join(' ') || githubLogin || email

/** The server puts the one that counts first. */
export function ownProject({ projects: [project], teams, requests }: OwnProfile): OwnProject | null {
  if (!project) return null
  if (teams.some((team) => team.project === project.slug)) return { project, stand: 'works' }
  const isWaiting = requests.some((request) => request.project === project.slug && request.status === 'submitted')
  return { project, stand: isWaiting ? 'applied' : 'was' }
}

/** Answers with the way back. */
export function showChange(change: Change): () => void {
  const [profileKey, userKey] = [keyOf(getProfile), keyOf(getUser)]
  const [profile, user] = [queries.getQueryData<Answered<OwnProfile>>(profileKey), queries.getQueryData<Answered<Account>>(userKey)]
  if (profile) queries.setQueryData(profileKey, { ...profile, answer: { ...profile.answer, user: { ...profile.answer.user, ...change } } })
  if (user) queries.setQueryData(userKey, { ...user, answer: { ...user.answer, ...change } })
  return () => {
    queries.setQueryData(profileKey, profile)
    queries.setQueryData(userKey, user)
  }
}

export async function changeOwn(change: Change, write: () => Promise<Account>): Promise<Account> {
  await queries.cancelQueries() // an answer under way would show the old again
  const back = showChange(change)
  try {
    const account = await write()
    void refreshAll()
    return account
  } catch (error) {
    back()
    throw error
  }
}
