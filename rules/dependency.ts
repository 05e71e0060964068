// What a response was made from, and what a change changes. A cached response is dropped when one of its dependencies changes.
export type Dependency =
  | `project:${number}` // everything about one project: its own values, files, links, requests and assignments
  | `slug:${string}` // which project an address leads to
  | 'projects' // what lists and searches are made from: which projects there are, and what a list shows or filters by
  | `tag:${number}` // one tag: its names and how many projects have it
  | 'tags' // any tag
  | 'roles'
  | 'platforms'
  | 'fileTypes'
  | 'reasons'
  | `team:${number}` // one team: its name, its members, their names and roles, its requests and assignments
  | `person:${number}` // one account, and which teams it belongs to
  | 'day' // today

export type Changed = ReadonlySet<Dependency> | 'everything'

type Project = { slug: string; formerSlugs: string[]; tags: number[]; listPart: string; requirements: string }

/** What changes when a published project is replaced, added (no `before`) or removed (no `after`). */
export function noteProject(changed: Set<Dependency>, id: number, before: Project | undefined, after: Project | undefined): void {
  changed.add(`project:${id}`)
  // Search also looks into the requirements, which no list shows.
  if (before?.listPart !== after?.listPart || before?.requirements !== after?.requirements) changed.add('projects')
  for (const slug of onlyInOne(slugsOf(before), slugsOf(after))) changed.add(`slug:${slug}`)
  for (const tag of onlyInOne(before?.tags ?? [], after?.tags ?? [])) changed.add(`tag:${tag}`).add('tags')
}

const slugsOf = (project: Project | undefined): string[] => (project ? [project.slug, ...project.formerSlugs] : [])

const onlyInOne = <T>(some: T[], others: T[]): T[] => [
  ...some.filter((one) => !others.includes(one)),
  ...others.filter((one) => !some.includes(one)),
]
