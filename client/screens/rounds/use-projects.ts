import { useQuery } from '@tanstack/preact-query'
import { cachedProject, cacheProjects } from '#client/cached-projects.ts'
import { getProject, type Project, type ProjectDetail } from '#contract/project.ts'
import { call, ProblemError, Unreachable } from '#ui/server/api.ts'
import { keyOf, networkFirst } from '#ui/server/query.ts'

/** `requestCount` is missing when only a list that is saved on the device has the project. */
export type RoundProject = Project & Partial<Pick<ProjectDetail, 'requestCount'>>

/** A project of a round; null when it is not public any more. Saved for offline use like its page. */
async function loadOne(slug: string): Promise<RoundProject | null> {
  const key = JSON.stringify(keyOf(getProject, { params: { slug } }).slice(0, 2))
  try {
    const { answer } = await networkFirst('public', key, () => call(getProject, { params: { slug } }))
    cacheProjects({ projects: [answer.project], tags: answer.tags })
    return answer.project
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 404) return null
    const cached = error instanceof Unreachable ? cachedProject(slug) : undefined
    if (cached === undefined) throw error
    return cached
  }
}

export type Found = ReadonlyMap<string, RoundProject | null>
const none: Found = new Map()

/** Projects that could not be loaded are missing; null when a project is not public any more. */
export function useProjects(slugs: string[]): Found {
  const sorted = slugs.toSorted()
  const { data } = useQuery({
    queryKey: ['projects of a round', sorted],
    queryFn: async (): Promise<Found> => {
      const found = await Promise.allSettled(sorted.map(loadOne))
      return new Map(found.flatMap((one, index) => (one.status === 'fulfilled' ? [[sorted[index]!, one.value] as const] : [])))
    },
    placeholderData: (before) => before,
    enabled: sorted.length > 0,
  })
  return data ?? none
}

export const nameOf = (projects: Found, slug: string): string => projects.get(slug)?.name ?? cachedProject(slug)?.name ?? slug
