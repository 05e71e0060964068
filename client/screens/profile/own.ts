import type { AnswerOf } from '#contract/endpoint.ts'
import { type Account, getProfile, getUser } from '#contract/profile.ts'
import type { Project } from '#contract/project.ts'
import { type Answered, keyOf, queries, refreshAll } from '#ui/server/query.ts'

// The own profile in the query cache, with optimistic updates that are rolled back on error.

export type OwnProfile = AnswerOf<typeof getProfile>
export type OwnProject = { project: Project; relation: 'works' | 'applied' | 'was' }
type Change = Partial<Pick<Account, 'email' | 'phone' | 'phoneText' | 'avatar' | 'fullName' | 'pendingEmail'>>

/** Full name; without one, the GitHub login or email. */
export const displayName = ({ fullName: { surname, name, patronymic }, githubLogin, email }: OwnProfile['user']): string =>
  [surname, name, patronymic].filter(Boolean).join(' ') || githubLogin || email

/** The server sorts the relevant project first. */
export function ownProject({ projects: [project], teams, requests }: OwnProfile): OwnProject | null {
  if (!project) return null
  if (teams.some((team) => team.project === project.slug)) return { project, relation: 'works' }
  const isWaiting = requests.some((request) => request.project === project.slug && request.status === 'submitted')
  return { project, relation: isWaiting ? 'applied' : 'was' }
}

/** Updates the cache; returns the rollback. */
export function applyOptimistically(change: Change): () => void {
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
  await queries.cancelQueries() // a running query would overwrite the update
  const rollback = applyOptimistically(change)
  try {
    const account = await write()
    void refreshAll()
    return account
  } catch (error) {
    rollback()
    throw error
  }
}
