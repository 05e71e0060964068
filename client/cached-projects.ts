import type { Project } from '#contract/project.ts'
import type { Tag } from '#contract/vocabulary/tag.ts'
import { listSaved } from '#ui/server/saved.ts'

// Cache of projects from lists: a placeholder while a project loads, and the data of the offline search.

type ProjectList = { projects: Project[]; tags: Tag[] }

const projects = new Map<string, { project: Project; at: number }>()
export const cachedTags = new Map<number, Tag>()

/** `at`: when the list was received; a saved list does not replace newer projects. */
export function cacheProjects({ projects: listed, tags }: ProjectList, at = Date.now()): void {
  for (const project of listed) if (at > (projects.get(project.slug)?.at ?? -1)) projects.set(project.slug, { project, at })
  for (const tag of tags) cachedTags.set(tag.id, tag)
}

export const cachedProject = (slug: string): Project | undefined => projects.get(slug)?.project

/** English names of the tags, which the generated cover is drawn from; null if not all are known. */
export function tagNamesOf({ tags }: Pick<Project, 'tags'>, known: Tag[] = []): string[] | null {
  const names = tags.map((id) => (known.find((tag) => tag.id === id) ?? cachedTags.get(id))?.name)
  return names.every((name) => name !== undefined) ? names : null
}

const isList = (value: unknown): value is ProjectList =>
  Array.isArray((value as ProjectList | null)?.projects) && Array.isArray((value as ProjectList).tags)

/** Also reads the lists saved for offline use. */
export async function listCachedProjects(): Promise<Project[]> {
  for (const [, { value, at }] of await listSaved<unknown>('public')) if (isList(value)) cacheProjects(value, at)
  return [...projects.values()].map(({ project }) => project)
}
