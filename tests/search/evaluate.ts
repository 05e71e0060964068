import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demo, descriptionOf } from '#demo/data.ts'
import { conceptOfSynonym, readConcepts } from '#search/concept/concept-lines.ts'
import { createConcepts } from '#search/concept/concepts.ts'
import { createSearchIndex, type SearchText } from '#search/index.ts'
import { readRealWords } from '#search/spelling/real-words.ts'

// Labelled queries: which projects a person expects among the first five results.

export type Labelled = { kind: string; query: string; expect: string[] }
export type EvaluatedProject = { slug: string; text: SearchText }
export type Find = (query: string) => string[]

const here = import.meta.dirname
export const FIRST = 5

const names = [
  ...demo.vocabulary.roles.map(({ name, nameRu, aliases }) => [name, nameRu, ...aliases]),
  ...demo.tags.map((tag) => [tag.name, tag.name_ru ?? []].flat()),
]

export const concepts = createConcepts(
  [
    ...names.map((words) => conceptOfSynonym({ kind: 'two-way', words, expandsTo: [] })),
    ...globSync(join(here, '../../search/dictionary/concepts/*.txt'))
      .toSorted()
      .flatMap((file) => readConcepts(readFileSync(file, 'utf8'))),
  ],
  readRealWords(readFileSync(join(here, '../../search/dictionary/real-words.bin'))),
)

export function readLabelled(name: string): Labelled[] {
  const set: Labelled[] = []
  let kind = ''
  for (const line of readFileSync(join(here, 'queries', `${name}.txt`), 'utf8').split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith('[')) kind = line.trim().slice(1, -1)
    else {
      const [query = '', expect = ''] = line.split('|').map((part) => part.trim())
      set.push({ kind, query, expect: expect.split(/,\s*/).filter(Boolean) })
    }
  }
  return set
}

type ProjectText = {
  slug: string
  name: string
  shortDescription: string
  description: string
  client: string | null
  curator?: string | null
  tags: string[]
  developerRequirements: string[]
  projectRequirements: string[]
}

const namesOfRole = (wanted: string): string[] => {
  const role = demo.vocabulary.roles.find(({ name }) => name === wanted)
  return role === undefined ? [] : [role.name, role.nameRu, ...role.aliases]
}

export const evaluated = (project: ProjectText): EvaluatedProject => ({
  slug: project.slug,
  text: {
    name: project.name,
    tags: [
      ...project.tags.flatMap((name) => [name, demo.tags.find((tag) => tag.name === name)?.name_ru ?? []].flat()),
      ...(demo.projects.find(({ slug }) => slug === project.slug)?.wantedRoles ?? []).flatMap(({ role }) => namesOfRole(role)),
    ],
    shortDescription: project.shortDescription,
    rest: [
      project.description,
      project.client ?? '',
      project.curator ?? '',
      ...project.developerRequirements,
      ...project.projectRequirements,
    ],
  },
})

export const demoWorld = (): EvaluatedProject[] =>
  demo.projects
    .filter(({ state }) => state === 'published')
    .map((project) => evaluated({ ...project, description: descriptionOf(project.slug) }))
export const otherWorld = (): EvaluatedProject[] =>
  (JSON.parse(readFileSync(join(here, 'queries/other-projects.json'), 'utf8')) as ProjectText[]).map(evaluated)

/** Our search: slugs, best first, ties by slug. */
export function ourSearch(projects: EvaluatedProject[]): Find {
  const index = createSearchIndex()
  index.setConcepts(concepts)
  for (const [slot, { text }] of projects.entries()) index.put(slot, text)
  return (query) => {
    const hits = index.search(query)?.hits
    if (hits === undefined) return []
    const found = Array.from(hits.slots.subarray(0, hits.count), (slot, at) => ({ slug: projects[slot]!.slug, score: hits.scores[at]! }))
    return found.sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1)).map(({ slug }) => slug)
  }
}

export type Count = { right: number; all: number }
export type Evaluation = { kinds: Map<string, Count>; success: number; falseFinds: number; nones: number; misses: string[] }

export function evaluate(set: Labelled[], find: Find): Evaluation {
  const kinds = new Map<string, Count>()
  const misses: string[] = []
  for (const { kind, query, expect } of set) {
    const found = find(query)
    const isRight = expect.length === 0 ? found.length === 0 : found.slice(0, FIRST).some((slug) => expect.includes(slug))
    const count = kinds.get(kind) ?? { right: 0, all: 0 }
    kinds.set(kind, { right: count.right + Number(isRight), all: count.all + 1 })
    if (!isRight)
      misses.push(`${kind} "${query}": ${expect[0] ?? 'nothing'} expected, found ${found.length}: ${found.slice(0, 3).join(', ')}`)
  }
  const positive = [...kinds].filter(([kind]) => kind !== 'none').map(([, count]) => count)
  const sum = (field: keyof Count) => positive.reduce((total, count) => total + count[field], 0)
  const none = kinds.get('none') ?? { right: 0, all: 0 }
  return { kinds, success: sum('right') / sum('all'), falseFinds: none.all - none.right, nones: none.all, misses }
}
