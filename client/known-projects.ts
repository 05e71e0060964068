import type { Project } from '#contract/project.ts'
import type { Tag } from '#contract/tag.ts'
import { listSaved } from '#ui/saved.ts'

// Projects that lists have shown: opening one has something to show at once, and without a network they can be searched.

type Shown = { projects: Project[]; tags: Tag[] }

const projects = new Map<string, Project>()
export const knownTags = new Map<number, Tag>()

export function rememberProjects({ projects: shown, tags }: Shown): void {
  for (const project of shown) projects.set(project.slug, project)
  for (const tag of tags) knownTags.set(tag.id, tag)
}

export const knownProject = (slug: string): Project | undefined => projects.get(slug)

const isList = (value: unknown): value is Shown => Array.isArray((value as Shown | null)?.projects) && Array.isArray((value as Shown).tags)

/** Whatever lists were saved on this device. */
export async function listKnownProjects(): Promise<Project[]> {
  for (const [, { value }] of await listSaved<unknown>('public')) if (isList(value)) rememberProjects(value)
  return [...projects.values()]
}
