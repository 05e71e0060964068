import type { AnswerOf } from '#contract/endpoint.ts'
import { isChosen } from '#contract/project/choices.ts'
import type { findProjects, Highlights, Project } from '#contract/project.ts'
import { readFilters, readSort } from '#rules/project/filters.ts'
import { enrollmentWindow, overlaps, projectInterval } from '#rules/project/project.ts'
import { createSearchIndex } from '#search/index.ts'
import { highlight } from '#search/match/highlight.ts'
import { cachedTags, listCachedProjects } from './cached-projects.ts'
import { loadConcepts } from './offline-dictionary.ts'
import { compareBy, datesOf } from './offline-order.ts'
import { filtersOf, type ProjectSearch, sortOf } from './search.ts'

// Search in the cached projects, with the code of the server.

export type OfflineAnswer = Pick<AnswerOf<typeof findProjects>, 'projects' | 'match' | 'missing' | 'corrected' | 'highlights'>

const MOST_HIGHLIGHTED = 100
const SLICE_MS = 30 // of work before the page may react

const index = createSearchIndex()
const indexed: { project: Project; tags: string }[] = []
const slotBySlug = new Map<string, number>()

/** Names of its tags and of the roles it looks for; older saved data has no roles. */
const termsOf = ({ tags, wantedRoles = [] }: Project): string[] => [
  ...tags.flatMap((id) => [cachedTags.get(id)?.name ?? [], cachedTags.get(id)?.nameRu ?? []].flat()),
  ...wantedRoles.flatMap(({ role, roleRu }) => [role, roleRu ?? []].flat()),
]

/** Puts the projects that are new or changed since the last search into the index. */
async function updateIndex(projects: Project[]): Promise<void> {
  let startedAt = performance.now()
  for (const project of projects) {
    const slot = slotBySlug.get(project.slug) ?? indexed.length
    const terms = termsOf(project)
    const tags = terms.join('\n')
    if (indexed[slot]?.project === project && indexed[slot].tags === tags) continue
    const { name, shortDescription, description, client, curator } = project
    const rest = [description ?? '', client ?? '', curator ?? '']
    index.put(slot, { name, tags: terms, shortDescription: shortDescription ?? '', rest })
    indexed[slot] = { project, tags }
    slotBySlug.set(project.slug, slot)
    if (performance.now() - startedAt < SLICE_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    startedAt = performance.now()
  }
}

/** The filters of the server; statuses are those of the day the list was saved. */
function filterOf(search: ProjectSearch): (project: Project) => boolean {
  const { filter } = readFilters(filtersOf(search))
  const { tags, status, dates, enrollment, choices = {} } = filter
  return (project) =>
    (tags === null || project.tags.some((id) => tags.includes(id))) &&
    (status === null || status.includes(project.status)) &&
    (dates === null || overlaps(projectInterval(datesOf(project)), dates)) &&
    (enrollment === null || overlaps(enrollmentWindow(datesOf(project)), enrollment)) &&
    isChosen(project, choices)
}

// One search at a time: searches share the buffers of the index.
let last: Promise<unknown> = Promise.resolve()

export function searchCachedProjects(search: ProjectSearch): Promise<OfflineAnswer> {
  const next = last.then(() => searchNow(search))
  last = next.catch(() => {})
  return next
}

type Scored = { project: Project; score: number }
const isOpen = ({ project }: Scored): number => Number(project.status === 'open')
const byPublication = compareBy('-publishedAt')
const byRelevance = (a: Scored, b: Scored): number => b.score - a.score || isOpen(b) - isOpen(a) || byPublication(a.project, b.project)

async function searchNow(search: ProjectSearch): Promise<OfflineAnswer> {
  const projects = await listCachedProjects()
  await updateIndex(projects)
  index.setConcepts(await loadConcepts())
  const isPassing = filterOf(search)
  const searched = index.search(search.text, {
    mode: search.isExact ? 'exact' : undefined,
    accepts: (slot) => isPassing(indexed[slot]!.project),
  })
  const sort = readSort(sortOf(search), searched !== null)!
  if (searched === null) return { projects: projects.filter(isPassing).sort(compareBy(sort === 'relevance' ? '-dateStart' : sort)) }
  const { hits, match, missing, corrected, matchesWord } = searched
  const scored = Array.from(hits.slots.subarray(0, hits.count), (slot, at) => ({
    project: indexed[slot]!.project,
    score: hits.scores[at]!,
  }))
  const found = scored
    .filter(({ project }) => isPassing(project))
    .sort(sort === 'relevance' ? byRelevance : (a, b) => compareBy(sort)(a.project, b.project))
    .map(({ project }) => project)
  const ranges = (text: string | null) => highlight(text ?? '', matchesWord)
  const highlights: Record<string, Highlights> = {}
  for (const { slug, name, shortDescription, description } of found.slice(0, MOST_HIGHLIGHTED))
    highlights[slug] = { name: ranges(name), shortDescription: ranges(shortDescription), description: ranges(description) }
  return { projects: found, match, missing, corrected, highlights }
}
