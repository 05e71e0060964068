import { within } from '#async/within.ts'
import type { Synonym } from '#contract/vocabulary/synonym.ts'
import { nameKey } from '#rules/project/project.ts'
import { createMatcher, type Matcher } from '#rules/text/match.ts'
import type { Concepts } from '#search/concept/concepts.ts'
import { createSearchIndex, type SearchIndex, type SearchText } from '#search/index.ts'
import type { PublishedProject } from '#store/project/published.ts'
import type { StoredTeam } from '#store/team/published.ts'
import type { StoredRole, StoredTag, Vocabularies } from '#store/vocabulary/vocabulary.ts'
import { allConcepts } from './dictionary.ts'
import { createTable, type Table } from './table.ts'
import { createTextDigests, type TextDigests } from './text-digests.ts'
import { digestOf, jsonOf, tagView, type Utf8 } from './write.ts'

// The data of the catalog: table of projects, search index, vocabularies, teams.
export type CatalogState = {
  table: Table
  search: WarmingSearch
  vocabularies: Vocabularies
  /** The directory's own ones; the built-in ones are in search/. */
  synonyms: readonly Synonym[]
  tagById: Map<number, StoredTag>
  tagIdByName: Map<string, number>
  /** By name. */
  findTags: Matcher<StoredTag>
  findRoles: Matcher<StoredRole>
  /** A tag as JSON, with the number of projects that have it now. */
  tagPart(id: number): TagPart | undefined
  teams: Map<number, StoredTeam>
  today: number
  apiUrl: string
  setVocabularies(vocabularies: Vocabularies, former?: 'keep'): void
  /** The built-in dictionary of the search; null until it is loaded. */
  builtInConcepts: Concepts | null
  /** After a change of the vocabularies or of the dictionary. */
  updateConcepts(): void
  searchTextOf(project: PublishedProject): SearchText
}

export type TagPart = { count: number; json: Utf8; digest: string }

// The index is built in the background after the start, while lists are already served. Searches wait for it, up to a timeout.
export type WarmingSearch = SearchIndex & {
  digests: TextDigests
  /** From here to resume() changes are noted in the digests only: the index is being restored. */
  defer(): void
  resume(): void
  /** Removes a document from the index, but not its digest. */
  discard(slot: number): void
  isReady(): boolean
  ready(): void
  untilReady(timeoutMs: number): Promise<boolean>
}

function createWarmingSearch(): WarmingSearch {
  const index = createSearchIndex()
  const digests = createTextDigests()
  let isDeferred = false
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
    digests,
    put(slot, text) {
      digests.put(slot, text)
      if (!isDeferred) index.put(slot, text)
    },
    remove(slot) {
      digests.remove(slot)
      if (!isDeferred) index.remove(slot)
    },
    defer() {
      isDeferred = true
    },
    resume() {
      isDeferred = false
    },
    discard: index.remove,
    get words() {
      return index.words
    },
    isReady: () => isReady,
    ready,
    async untilReady(timeoutMs) {
      if (isReady) return true
      await within(warmed, timeoutMs)
      return isReady
    },
  }
}

export function createState({
  apiUrl,
  now,
  calendar,
}: {
  apiUrl: string
  now: () => Date
  calendar: (instant: Date) => number
}): CatalogState {
  const tagParts = new Map<number, TagPart>()
  let roleByName = new Map<string, StoredRole>()
  const state: CatalogState = {
    table: createTable(apiUrl),
    search: createWarmingSearch(),
    vocabularies: { tags: [], roles: [], platforms: [], fileTypes: [] },
    synonyms: [],
    tagById: new Map(),
    tagIdByName: new Map(),
    findTags: () => [],
    findRoles: () => [],
    tagPart(id) {
      const tag = state.tagById.get(id)
      if (tag === undefined) return undefined
      const count = state.table.tags.get(id)?.count ?? 0
      let part = tagParts.get(id)
      if (part?.count !== count) {
        const json = jsonOf(tagView(tag, count))
        part = { count, json, digest: digestOf(json) }
        tagParts.set(id, part)
      }
      return part
    },
    teams: new Map(),
    today: calendar(now()),
    apiUrl,
    builtInConcepts: null,
    updateConcepts() {
      if (state.builtInConcepts !== null) state.search.setConcepts(allConcepts(state.builtInConcepts, state.vocabularies, state.synonyms))
    },
    // 'keep': former tags stay until no project refers to them.
    setVocabularies(vocabularies, former) {
      state.vocabularies = vocabularies
      state.updateConcepts()
      tagParts.clear()
      state.findTags = createMatcher(byName(vocabularies.tags), namesOf)
      state.findRoles = createMatcher(
        vocabularies.roles.filter(({ isHidden }) => !isHidden),
        (role) => [...namesOf(role), ...role.aliases],
      )
      roleByName = new Map(vocabularies.roles.map((role) => [role.name, role]))
      const present = vocabularies.tags.map((tag) => [tag.id, tag] as const)
      state.tagById = new Map(former === 'keep' ? [...state.tagById, ...present] : present)
      // The name takes precedence over the Russian name of another tag.
      state.tagIdByName = new Map([
        ...vocabularies.tags.flatMap(({ id, nameRu }) => (nameRu === null ? [] : [[nameKey(nameRu), id] as const])),
        ...vocabularies.tags.map(({ id, name }) => [nameKey(name), id] as const),
      ])
    },
    // Search is public: no contacts of the client, no members. The curator is the public text of the project.
    searchTextOf: (project) => ({
      name: project.name,
      tags: [
        ...project.tags.flatMap((id) => {
          const { name, nameRu } = state.tagById.get(id) ?? {}
          return [name ?? [], nameRu ?? []].flat()
        }),
        ...project.wantedRoles.flatMap(({ role, roleRu }) => [role, roleRu ?? [], roleByName.get(role)?.aliases ?? []].flat()),
      ],
      shortDescription: project.shortDescription ?? '',
      rest: [
        project.description ?? '',
        project.client ?? '',
        ...project.developerRequirements,
        ...project.projectRequirements,
        project.curator ?? '',
      ],
    }),
  }
  return state
}

const namesOf = ({ name, nameRu }: { name: string; nameRu: string | null }): string[] => (nameRu === null ? [name] : [name, nameRu])

function byName(tags: StoredTag[]): StoredTag[] {
  const keyed = tags.map((tag) => ({ tag, key: nameKey(tag.name) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ tag }) => tag)
}
