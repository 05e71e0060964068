import { type ChoiceCounts, choiceKeys } from '#contract/project/choices.ts'
import { peopleKeys, picked } from '#contract/project/fields.ts'
import type { Highlights, Project } from '#contract/project.ts'
import type { Dependency } from '#rules/dependency.ts'
import { noValues } from '#rules/project/draft.ts'
import type { ProjectFilter } from '#rules/project/filters.ts'
import type { Searched } from '#search/index.ts'
import { highlight, type WordTest } from '#search/match/highlight.ts'
import type { StoredFile } from '#store/project/published.ts'
import type { StoredTeam } from '#store/team/published.ts'
import { countBits, hasBit } from './find/bits.ts'
import type { Facets } from './find/facets.ts'
import { allowedBits, type Found, find, type ProjectQuery } from './find/find.ts'
import { homeSections } from './home.ts'
import type { CatalogState } from './state.ts'
import { fileView, fromUtf8, jsonOf, membersView, teamView, type Utf8, usersView } from './write.ts'

const SEARCH_TIMEOUT_MS = 5000

export type Viewer = { id: number; isCurator: boolean }
// isForOne: differs between signed-in callers.
type ProjectJson = Json & { isForOne: boolean }

// A response body and its dependencies. Equal fingerprints mean equal bytes.
export type Json = { utf8: Utf8; dependsOn: readonly Dependency[]; fingerprint: string }

const ofLists: readonly Dependency[] = ['projects', 'tags', 'day']
// Names and aliases of roles and synonyms are searched, but in no list.
const ofSearches: readonly Dependency[] = [...ofLists, 'roles', 'synonyms']

// Response bodies, concatenated from parts that are already serialised.
export function createAnswers(state: CatalogState, publicPeople: boolean, onSearch?: (ms: number) => void) {
  const { table } = state

  // Exactly the tags these projects use: the field client looks each of them up here.
  function tagIdsOf(slots: Iterable<number>, more: number[] = []): number[] {
    const ids = new Set(more)
    for (const slot of slots) for (const id of table.entry(slot).tags) ids.add(id)
    return [...ids].sort((a, b) => a - b)
  }

  function tagsJson(ids: number[]): { json: Utf8; digests: string } {
    let [json, digests] = ['', '']
    for (const id of ids) {
      const part = state.tagPart(id)
      if (part === undefined) continue
      json += json === '' ? part.json : `,${part.json}`
      digests += part.digest
    }
    return { json: `[${json}]`, digests }
  }

  function projectsJson(slots: number[]): { json: Utf8; digests: string } {
    let [json, digests] = ['', '']
    for (const slot of slots) {
      const { listPart, listDigest } = table.entry(slot)
      json += json === '' ? listPart : `,${listPart}`
      digests += listDigest
    }
    return { json: `[${json}]`, digests }
  }

  function listJson(slots: number[], given: object, dependsOn = ofLists, moreTags: number[] = []): Json {
    const [projects, tags] = [projectsJson(slots), tagsJson(tagIdsOf(slots, moreTags))]
    const rest = jsonOf(given)
    return {
      utf8: `{"projects":${projects.json},"tags":${tags.json},${rest.slice(1)}`,
      dependsOn,
      fingerprint: `${projects.digests} ${tags.digests} ${rest}`,
    }
  }

  const tagIdOf = (tag: number | string): number | undefined => (typeof tag === 'number' ? tag : state.tagIdByName.get(tag))

  function findText(query: ProjectQuery): { found: Found; searched: Searched | null } {
    const { text, mode } = query.filter
    if (text === null) return { found: find(table, tagIdOf, query, null), searched: null }
    const startedAt = performance.now()
    const allowed = allowedBits(table, tagIdOf, query.filter)
    const searched = state.search.search(text, { mode, accepts: (slot) => hasBit(allowed, slot) })
    const found = find(table, tagIdOf, query, searched?.hits ?? null)
    onSearch?.(performance.now() - startedAt)
    return { found, searched }
  }

  // What choosing a value would give: values of one filter are alternatives, so its counts leave that filter out.
  function choicesOf(query: ProjectQuery, facets: Facets): Facets {
    const { filter } = query
    const without = (cleared: Partial<ProjectFilter>) =>
      findText({ ...query, filter: { ...filter, ...cleared }, page: 1, pageSize: 1 }).found.facets()
    const choices = filter.choices ?? {}
    const ofChoices = choiceKeys.map((key) => [key, (choices[key] ? without({ choices: { ...choices, [key]: undefined } }) : facets)[key]])
    return {
      ...(Object.fromEntries(ofChoices) as ChoiceCounts),
      tags: filter.tags === null ? facets.tags : without({ tags: null }).tags,
      status: filter.status === null ? facets.status : without({ status: null }).status,
    }
  }

  function highlightsOf(slots: number[], matchesWord: WordTest): Record<string, Highlights> {
    const highlights: Record<string, Highlights> = {}
    for (const slot of slots) {
      const project = JSON.parse(fromUtf8(table.entry(slot).listPart)) as Project
      const ranges = (text: string | null) => highlight(text ?? '', matchesWord)
      highlights[project.slug] = {
        name: ranges(project.name),
        shortDescription: ranges(project.shortDescription),
        description: ranges(project.description),
      }
    }
    return highlights
  }

  return {
    listActive(tags: (number | string)[] | null, page: number, pageSize: number): Json {
      if (tags === null) {
        const running = table.runningSlots()
        return listJson(running.slice((page - 1) * pageSize, page * pageSize), { total: running.length })
      }
      const filter: ProjectFilter = { text: null, tags, status: ['running'], dates: null, enrollment: null }
      const { slots, total } = find(table, tagIdOf, { filter, sort: '-dateStart', page, pageSize }, null)
      return listJson(slots, { total })
    },

    listNew(limit: number): Json {
      const completed = table.withStatus('completed')
      const slots: number[] = []
      for (const slot of table.order('-publishedAt')) if (!hasBit(completed, slot) && slots.push(slot) === limit) break
      return listJson(slots, { total: table.count - countBits(completed) })
    },

    /** Those of the projects with these ids that are published, in this order. */
    listByIds(ids: number[]): Json {
      const slots = ids.flatMap((id) => table.slotOfId(id) ?? [])
      return listJson(slots, { total: slots.length })
    },

    /** The id of the published project with this slug, also a former one. */
    idOfSlug(slug: string): number | undefined {
      const slot = table.slotOfSlug(slug)
      return slot === undefined ? undefined : table.entry(slot).id
    },

    /** The tags are those of the projects and the topics. */
    home(): Json {
      const { slots, sections } = homeSections(table, tagIdOf)
      return listJson(slots, sections, ofLists, sections.topics)
    },

    /** False when the index is not ready within the timeout. */
    isSearchable: (): boolean | Promise<boolean> => state.search.isReady() || state.search.untilReady(SEARCH_TIMEOUT_MS),

    find(query: ProjectQuery): Json {
      const { page, pageSize } = query
      const { found, searched } = findText(query)
      const about = { total: found.total, page, pageSize, facets: found.facets() }
      const highlights = query.highlight && searched ? { highlights: highlightsOf(found.slots, searched.matchesWord) } : {}
      const choices = query.choices ? { choices: choicesOf(query, about.facets) } : {}
      if (searched === null) return listJson(found.slots, { ...about, ...choices })
      const { match, missing, corrected } = searched
      return listJson(found.slots, { ...about, ...choices, match, missing, corrected, ...highlights }, ofSearches)
    },

    project(slug: string, viewer: Viewer | null): ProjectJson | undefined {
      const slot = table.slotOfSlug(slug)
      if (slot === undefined) return undefined
      const people = viewer !== null || publicPeople
      const entry = table.entry(slot)
      const related = entry.related.flatMap((id) => table.slotOfId(id) ?? [])
      const teams = entry.teams.flatMap((id) => state.teams.get(id) ?? [])
      const results = entry.files.filter((file) => file.kind === 'result')
      const isVisible = visibleTo(viewer, teams)
      const documents = results.filter(isVisible).map((file) => fileView(file, state.apiUrl))
      const tagIds = tagIdsOf([slot, ...related])
      const rest = jsonOf({
        teams: teams.map((team) => teamView(team, people)),
        members: people ? teams.flatMap(membersView) : [],
        users: people ? uniqueById(teams.flatMap((team) => usersView(team, state.apiUrl))) : [],
      })
      const personal = jsonOf({ ...(people ? entry.ofPeople : picked(noValues, peopleKeys)), documents })
      const [others, tags] = [projectsJson(related), tagsJson(tagIds)]
      const project = `${entry.listPart.slice(0, -1)},${entry.detailPart.slice(1, -1)},${personal.slice(1, -1)}`
      const isForOne = viewer !== null && results.some((file) => !file.isPublic)
      return {
        utf8: `{"project":${project},"related":${others.json}},"tags":${tags.json},${rest.slice(1)}`,
        fingerprint: `${entry.listDigest}${entry.detailDigest} ${others.digests} ${tags.digests} ${personal} ${rest}`,
        isForOne,
        dependsOn: [
          `slug:${slug}`,
          ...[entry.id, ...entry.related].map((id) => `project:${id}` as const),
          ...entry.teams.map((id) => `team:${id}` as const),
          ...tagIds.map((id) => `tag:${id}` as const),
          ...(isForOne ? [`person:${viewer.id}` as const] : []),
        ],
      }
    },

    roles: (query: string, limit: number): Json => {
      const utf8 = jsonOf(
        state
          .findRoles(query)
          .slice(0, limit)
          .map(({ name }) => name),
      )
      return { utf8, dependsOn: ['roles'], fingerprint: utf8 }
    },

    /** Also hidden ones: members may have them. */
    roleNames: () => state.vocabularies.roles.map(({ name, nameRu }) => ({ name, nameRu })),

    /** With all their names: also hidden ones. */
    roleTerms: () => state.vocabularies.roles,

    /** All matches, by name; with a limit, the best ones. */
    tags: (query = '', limit?: number): Json => {
      const found = state.findTags(query).slice(0, limit)
      const tags = tagsJson(found.map(({ id }) => id))
      return { utf8: tags.json, dependsOn: ['tags'], fingerprint: tags.digests }
    },

    synonyms: (): Json => {
      const utf8 = jsonOf({ entries: state.synonyms })
      return { utf8, dependsOn: ['synonyms'], fingerprint: utf8 }
    },

    platforms: () => state.vocabularies.platforms,
    fileTypes: () => state.vocabularies.fileTypes,
  }
}

// Files that are not public are visible to the members of their team and to curators.
function visibleTo(viewer: Viewer | null, teams: StoredTeam[]): (file: StoredFile) => boolean {
  if (viewer?.isCurator) return () => true
  const own = new Set(teams.filter(({ members }) => viewer && members.some(({ user }) => user === viewer.id)).map(({ id }) => id))
  return ({ isPublic, team }) => isPublic || (team !== null && own.has(team))
}

const uniqueById = <T extends { id: number }>(things: T[]): T[] => [...new Map(things.map((thing) => [thing.id, thing])).values()]
