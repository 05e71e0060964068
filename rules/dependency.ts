// Cache invalidation: a cached response is dropped when one of its dependencies changes.
export type Dependency =
  | `project:${number}` // everything about one project: its own values, files, links, requests and assignments
  | `slug:${string}` // the project found by a slug
  | 'projects' // everything lists and searches depend on: the set of projects, and the fields they contain or filter by
  | `tag:${number}` // one tag: its names and how many projects have it
  | 'tags' // any tag
  | 'roles'
  | 'platforms'
  | 'fileTypes'
  | 'reasons'
  | 'synonyms' // of the directory: every search depends on them
  | 'conversations' // notes of curators and messages on applications: no response is cached, but consoles and clients refresh
  | 'rounds' // any round: no response is cached, but consoles and clients refresh
  | `team:${number}` // one team: its name, its members, their names and roles, its requests and assignments
  | `person:${number}` // one account, and which teams it belongs to
  | 'settings' // of the directory
  | 'day' // today

export type Changed = ReadonlySet<Dependency> | 'everything'

type Project = { slug: string; formerSlugs: string[]; tags: number[]; listPart: string; requirements: string }

/** Collects the dependencies changed by replacing, adding (no `before`) or removing (no `after`) a published project. */
export function noteProject(changed: Set<Dependency>, id: number, before: Project | undefined, after: Project | undefined): void {
  changed.add(`project:${id}`)
  // The requirements are searched, but not part of listPart.
  if (before?.listPart !== after?.listPart || before?.requirements !== after?.requirements) changed.add('projects')
  for (const slug of onlyInOne(slugsOf(before), slugsOf(after))) changed.add(`slug:${slug}`)
  for (const tag of onlyInOne(before?.tags ?? [], after?.tags ?? [])) changed.add(`tag:${tag}`).add('tags')
}

const slugsOf = (project: Project | undefined): string[] => (project ? [project.slug, ...project.formerSlugs] : [])

const onlyInOne = <T>(some: T[], others: T[]): T[] => [
  ...some.filter((one) => !others.includes(one)),
  ...others.filter((one) => !some.includes(one)),
]
