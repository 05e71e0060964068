import { getProfile } from '#contract/profile.ts'
import type { Round, TeamChoices } from '#contract/round.ts'
import { useCall } from '#ui/server/query.ts'

/** The project of the round the team works on now: what it got, or what it moved to since. */
export function useCurrentProject(round: Pick<Round, 'projects'>, { team, result }: TeamChoices): string | null {
  const { answer } = useCall(getProfile, undefined, { isPrivate: true })
  const now = answer?.teams.find(({ id }) => id === team)?.project
  return now != null && round.projects.includes(now) ? now : (result?.project ?? null)
}
