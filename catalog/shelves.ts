import { nameKey } from '#rules/project.ts'
import type { PublishedProject } from '#store/project.ts'
import type { StoredTeam } from '#store/team.ts'
import type { StoredTag, Vocabularies } from '#store/vocabulary.ts'
import { createSearchIndex, type SearchIndex, type SearchText } from './search/index.ts'
import { createTable, type Table } from './table.ts'

// Everything the catalog holds: the projects as a table, the search index, the vocabularies, the teams at work.
export type Shelves = {
  table: Table
  search: WarmingSearch
  vocabularies: Vocabularies
  tagById: Map<number, StoredTag>
  tagIdByName: Map<string, number>
  teams: Map<number, StoredTeam>
  today: number
  apiUrl: string
  setVocabularies(vocabularies: Vocabularies, former?: 'keep'): void
  searchTextOf(project: PublishedProject): SearchText
}

// The index is built behind a start that has already begun to serve lists. Those who search meanwhile wait a little.
export type WarmingSearch = SearchIndex & {
  isReady(): boolean
  ready(): void
  untilReady(patienceMs: number): Promise<boolean>
}

function createWarmingSearch(): WarmingSearch {
  const index = createSearchIndex()
  let isReady = false
  let ready = () => {}
  const warmed = new Promise<void>((resolve) => {
    ready = () => {
      isReady = true
      resolve()
    }
  })
  return {
    ...index,
    get words() {
      return index.words
    },
    isReady: () => isReady,
    ready,
    async untilReady(patienceMs) {
      if (isReady) return true
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, patienceMs)
      })
      await Promise.race([warmed, patience])
      clearTimeout(timer)
      return isReady
    },
  }
}

export function createShelves({
  apiUrl,
  now,
  calendar,
}: {
  apiUrl: string
  now: () => Date
  calendar: (instant: Date) => number
}): Shelves {
  const shelves: Shelves = {
    table: createTable(apiUrl),
    search: createWarmingSearch(),
    vocabularies: { tags: [], roles: [], platforms: [], fileTypes: [] },
    tagById: new Map(),
    tagIdByName: new Map(),
    teams: new Map(),
    today: calendar(now()),
    apiUrl,
    // Former tags may be kept until no project shows them any more.
    setVocabularies(vocabularies, former) {
      shelves.vocabularies = vocabularies
      const present = vocabularies.tags.map((tag) => [tag.id, tag] as const)
      shelves.tagById = new Map(former === 'keep' ? [...shelves.tagById, ...present] : present)
      // The name wins where another tag is called so in Russian.
      shelves.tagIdByName = new Map([
        ...vocabularies.tags.flatMap(({ id, nameRu }) => (nameRu === null ? [] : [[nameKey(nameRu), id] as const])),
        ...vocabularies.tags.map(({ id, name }) => [nameKey(name), id] as const),
      ])
    },
    // Contacts and people are left out on purpose: what search can find, anybody can find.
    searchTextOf: (project) => ({
      name: project.name,
      tags: project.tags.flatMap((id) => {
        const { name, nameRu } = shelves.tagById.get(id) ?? {}
        return [name ?? [], nameRu ?? []].flat()
      }),
      shortDescription: project.shortDescription ?? '',
      rest: [project.description ?? '', project.client ?? '', ...project.developerRequirements, ...project.projectRequirements],
    }),
  }
  return shelves
}
