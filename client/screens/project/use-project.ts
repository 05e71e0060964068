import { useEffect, useMemo, useState } from 'preact/hooks'
import { knownProject, listKnownProjects } from '#client/known-projects.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getProject, type Project } from '#contract/project.ts'
import { Unreachable } from '#ui/api.ts'
import { useCall } from '#ui/query.ts'
import { session } from '#ui/session.ts'

type Answer = AnswerOf<typeof getProject>

/** As much of a project as a list says. */
const partOf = (project: Project): Answer => ({
  project: {
    ...project,
    clientContact: null,
    developerRequirements: [],
    projectRequirements: [],
    requestCount: 0,
    descriptionFiles: [],
    documents: [],
    related: [],
  },
  tags: [],
  teams: [],
  members: [],
  users: [],
})

/** One project: at once what a list has shown of it, then the whole; without a network what was saved. */
export function useProject(slug: string) {
  const [seen, setSeen] = useState(() => knownProject(slug))
  const part = useMemo(() => (seen ? partOf(seen) : undefined), [seen])
  // Whoever is signed in gets names of people along: those leave the device with them.
  const isPrivate = session.value.state !== 'guest'
  const found = useCall(getProject, { params: { slug } }, { isPrivate, placeholder: part })
  const isCutOff = found.error instanceof Unreachable
  useEffect(() => {
    if (isCutOff && !seen) void listKnownProjects().then(() => setSeen(knownProject(slug)))
  }, [isCutOff])
  const answer = found.answer ?? (isCutOff ? part : undefined)
  return { ...found, answer, isPart: answer !== undefined && answer === part, error: answer ? null : found.error }
}
