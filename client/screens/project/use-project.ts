import { useEffect, useMemo, useState } from 'preact/hooks'
import { cachedProject, listCachedProjects } from '#client/cached-projects.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getProject, type Project } from '#contract/project.ts'
import { Unreachable } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'

type Answer = AnswerOf<typeof getProject>

/** Placeholder made from a list entry. */
const partOf = (project: Project): Answer => ({
  project: {
    ...project,
    clientContact: null,
    developerRequirements: [],
    projectRequirements: [],
    requestCount: 0,
    teamMayChangeCover: false,
    descriptionFiles: [],
    documents: [],
    related: [],
  },
  tags: [],
  teams: [],
  members: [],
  users: [],
})

/** One project: first a placeholder from the list, then the full answer; offline the saved one. */
export function useProject(slug: string) {
  const [cached, setCached] = useState(() => cachedProject(slug))
  const part = useMemo(() => (cached ? partOf(cached) : undefined), [cached])
  // Signed-in answers contain names of people: they go to the private store, which is deleted at sign-out.
  const isPrivate = session.value.state !== 'guest'
  const found = useCall(getProject, { params: { slug } }, { isPrivate, placeholder: part })
  const isUnreachable = found.error instanceof Unreachable
  useEffect(() => {
    if (isUnreachable && !cached) void listCachedProjects().then(() => setCached(cachedProject(slug)))
  }, [isUnreachable])
  const answer = found.answer ?? (isUnreachable ? part : undefined)
  return { ...found, answer, isPart: answer !== undefined && answer === part, error: answer ? null : found.error }
}
