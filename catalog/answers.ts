import type { Tag } from '#contract/tag.ts'
import type { Wanted } from '#rules/filters.ts'
import { matchNames } from '#rules/match.ts'
import { nameKey } from '#rules/project.ts'
import type { StoredFile } from '#store/project.ts'
import type { StoredTeam } from '#store/team.ts'
import type { StoredTag } from '#store/vocabulary.ts'
import { countBits, hasBit } from './bits.ts'
import { type Found, find, type Question } from './find.ts'
import type { Shelves } from './shelves.ts'
import { fileShown, jsonOf, membersShown, tagShown, teamShown, type Utf8, usersShown } from './write.ts'

const SEARCH_PATIENCE_MS = 5000

export type Viewer = { id: number; isCurator: boolean }
// isForOne: not every signed-in caller gets the same.
type ProjectJson = Json & { isForOne: boolean }

// An answer as bytes, ready to be sent.
export type Json = { utf8: Utf8 }

// Answers as bytes, put together from parts that are already JSON.
export function createAnswers(shelves: Shelves, publicPeople: boolean) {
  const { table } = shelves

  const tagOf = (id: number): Tag | undefined => {
    const tag = shelves.tagById.get(id)
    return tag && tagShown(tag, table.tags.get(id)?.count ?? 0)
  }

  // Exactly the tags these projects use: a client in the field looks each of them up here.
  function tagsOf(slots: Iterable<number>): Tag[] {
    const ids = new Set<number>()
    for (const slot of slots) for (const id of table.entry(slot).tags) ids.add(id)
    return [...ids].sort((a, b) => a - b).flatMap((id) => tagOf(id) ?? [])
  }

  const projectsJson = (slots: number[]): Utf8 => slots.map((slot) => table.entry(slot).listPart).join(',')

  const listJson = (slots: number[], rest: object): Json => ({
    utf8: `{"projects":[${projectsJson(slots)}],${jsonOf({ tags: tagsOf(slots), ...rest }).slice(1)}`,
  })

  const tagIdOf = (tag: number | string): number | undefined => (typeof tag === 'number' ? tag : shelves.tagIdByName.get(tag))

  return {
    listActive(tags: (number | string)[] | null, page: number, pageSize: number): Json {
      const wanted: Wanted = { text: null, tags, status: ['running'], dates: null, enrollment: null }
      const { slots, total } = find(table, tagIdOf, { wanted, sort: '-dateStart', page, pageSize }, null)
      return listJson(slots, { total })
    },

    listNew(limit: number): Json {
      const completed = table.withStatus('completed')
      const slots: number[] = []
      for (const slot of table.order('-publishedAt')) if (!hasBit(completed, slot) && slots.push(slot) === limit) break
      return listJson(slots, { total: table.count - countBits(completed) })
    },

    /** False when the index is still being built and does not get ready in time. */
    isSearchable: (): boolean | Promise<boolean> => shelves.search.isReady() || shelves.search.untilReady(SEARCH_PATIENCE_MS),

    find(question: Question): Json {
      const { text } = question.wanted
      const found: Found = find(table, tagIdOf, question, text === null ? null : shelves.search.search(text))
      const { page, pageSize } = question
      return listJson(found.slots, { total: found.total, page, pageSize, facets: found.facets() })
    },

    project(slug: string, viewer: Viewer | null): ProjectJson | undefined {
      const slot = table.slotOfSlug(slug)
      if (slot === undefined) return undefined
      const people = viewer !== null || publicPeople
      const entry = table.entry(slot)
      const related = entry.related.flatMap((id) => table.slotOfId(id) ?? [])
      const teams = entry.teams.flatMap((id) => shelves.teams.get(id) ?? [])
      const results = entry.files.filter((file) => file.kind === 'result')
      const maySee = viewerOf(viewer, teams)
      const documents = results.filter(maySee).map((file) => fileShown(file, shelves.apiUrl))
      const rest = {
        tags: tagsOf([slot, ...related]),
        teams: teams.map((team) => teamShown(team, people)),
        members: people ? teams.flatMap(membersShown) : [],
        users: people ? uniqueById(teams.flatMap((team) => usersShown(team, shelves.apiUrl))) : [],
      }
      const personal = { clientContact: people ? entry.clientContact : null, documents }
      const project = `${entry.listPart.slice(0, -1)},${entry.detailPart.slice(1, -1)},${jsonOf(personal).slice(1, -1)}`
      return {
        utf8: `{"project":${project},"related":[${projectsJson(related)}]},${jsonOf(rest).slice(1)}`,
        isForOne: viewer !== null && results.some((file) => !file.isPublic),
      }
    },

    roles: (query: string, limit: number): string[] =>
      matchNames(
        query,
        shelves.vocabularies.roles.filter(({ isHidden }) => !isHidden),
        (role) => [role.name, ...(role.nameRu === null ? [] : [role.nameRu]), ...role.aliases],
      )
        .slice(0, limit)
        .map((role) => role.name),

    tags: (query = ''): Tag[] => {
      const byName = [...shelves.vocabularies.tags].sort((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1))
      return matchNames(query, byName, namesOf).map((tag) => tagOf(tag.id)!)
    },

    platforms: () => shelves.vocabularies.platforms,
    fileTypes: () => shelves.vocabularies.fileTypes,
  }
}

const namesOf = ({ name, nameRu }: StoredTag): string[] => (nameRu === null ? [name] : [name, nameRu])

// Files that are not public are for the team they are of, and for curators.
function viewerOf(viewer: Viewer | null, teams: StoredTeam[]): (file: StoredFile) => boolean {
  if (viewer?.isCurator) return () => true
  const own = new Set(teams.filter(({ members }) => viewer && members.some(({ user }) => user === viewer.id)).map(({ id }) => id))
  return ({ isPublic, team }) => isPublic || (team !== null && own.has(team))
}

const uniqueById = <T extends { id: number }>(things: T[]): T[] => [...new Map(things.map((thing) => [thing.id, thing])).values()]
