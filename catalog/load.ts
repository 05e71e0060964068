import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnySql, Sql } from '#database/sql.ts'
import { type Changed, type Dependency, noteProject } from '#rules/dependency.ts'
import { type Changes, currentPosition, listChanges, type Pace } from '#store/change.ts'
import { listIdsOfProjectsWithTerms, listPublishedProjects, type PublishedProject } from '#store/project/published.ts'
import { listIdsOfTeamsOn, listIdsOfTeamsWith, listTeams } from '#store/team/published.ts'
import { listSearchSynonyms } from '#store/vocabulary/synonym.ts'
import { listVocabularies } from '#store/vocabulary/vocabulary.ts'
import type { CatalogState } from './state.ts'
import type { Entry } from './table.ts'
import { createWarmUp } from './warm-up.ts'

export type CatalogOptions = {
  sql: Sql
  now: () => Date
  calendar: (instant: Date) => number
  apiUrl: string
  publicPeople: boolean
  /** Where the search index is saved for the next start; without it every start builds it. */
  cacheDir?: string
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
  onChange?: (changed: Changed) => void
  /** Called with the time that a text search took. */
  onSearch?: (ms: number) => void
  /** How often the change feed is read; default: ten times a second. */
  pace?: Pace
}

const SLICE_MS = 8 // of work before yielding to the event loop
const vocabularyKinds = [
  ['tag', 'tags'],
  ['role', 'roles'],
  ['platform', 'platforms'],
  ['file_type', 'fileTypes'],
  ['refusal_reason', 'reasons'],
  ['synonym', 'synonyms'],
] as const

// Loads the state from the database. Invariant at every yield to the event loop: some projects may be stale, but lists, totals and tags
// are consistent with each other.
export function createLoader(options: CatalogOptions, state: CatalogState, onAnswer: () => void) {
  const { sql, log, cacheDir } = options
  const { table, search } = state
  let isServing = false
  let isStopped = false

  // Accumulated across failed loads: a retry sees no difference in the rows that were already loaded.
  let changed = new Set<Dependency>()

  function put(project: PublishedProject): void {
    const before = entryOf(project.id)
    for (const slug of [project.slug, ...project.formerSlugs])
      if (table.slotOfSlug(slug) !== table.slotOfId(project.id)) changed.add(`slug:${slug}`) // taken over from another project
    const slot = table.put(project, state.today, options.calendar(project.publishedAt))
    noteProject(changed, project.id, before, table.entry(slot))
    search.put(slot, state.searchTextOf(project))
    warmUp.notePut(project.id)
  }

  function remove(id: number): void {
    const before = entryOf(id)
    const slot = table.remove(id)
    noteProject(changed, id, before, undefined)
    if (slot !== undefined) search.remove(slot)
  }

  const entryOf = (id: number): Entry | undefined => {
    const slot = table.slotOfId(id)
    return slot === undefined ? undefined : table.entry(slot)
  }

  async function inSlices<T>(things: Iterable<T>, work: (thing: T) => void): Promise<void> {
    let startedAt = performance.now()
    for (const thing of things) {
      work(thing)
      if (isStopped) throw new Error('the catalog was closed')
      if (performance.now() - startedAt < SLICE_MS) continue
      await nextTurn()
      onAnswer()
      startedAt = performance.now()
    }
  }

  // One snapshot for the whole load, however long it takes; only a single statement has a limit.
  const inSnapshot = <T>(work: (sql: AnySql) => Promise<T>) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local statement_timeout = 30000`
      return work(tx)
    })

  const warmUp = createWarmUp(state, { log, cacheDir, inSnapshot, inSlices, isStopped: () => isStopped })

  // The first load precedes the first call, so it need not yield; the search index is built afterwards.
  async function loadAll(): Promise<string> {
    if (!isServing) await warmUp.open()
    const loadedAt = await inSnapshot(async (tx) => {
      const position = await currentPosition(tx)
      const vocabularies = await listVocabularies(tx)
      state.setVocabularies(vocabularies, 'keep')
      state.synonyms = await listSearchSynonyms(tx)
      state.teams = new Map((await listTeams(tx)).map((team) => [team.id, team]))
      const gone = new Set(table.ids())
      for await (const batch of listPublishedProjects(tx)) {
        for (const project of batch) gone.delete(project.id)
        if (isServing) await inSlices(batch, put)
        else
          for (const project of batch) {
            const slot = table.put(project, state.today, options.calendar(project.publishedAt), 'unsorted')
            warmUp.noteLoaded(slot, project)
          }
      }
      await inSlices(gone, remove)
      state.setVocabularies(vocabularies)
      return position
    })
    isServing = true
    table.release()
    table.prepare()
    return loadedAt as string
  }

  // Loads the changes since a snapshot in one transaction. Returns its snapshot, or null when everything has to be loaded again.
  const loadChanged = (since: string): Promise<string | null> =>
    inSnapshot(async (tx) => {
      const changes = await listChanges(tx, since)
      if (changes.touched.has('everything')) return null
      await apply(tx, changes)
      return changes.position
    }) as Promise<string | null>

  async function apply(tx: AnySql, { touched }: Changes): Promise<void> {
    const keysOf = (kind: Parameters<typeof touched.get>[0]): number[] => touched.get(kind) ?? []
    for (const id of keysOf('person')) changed.add(`person:${id}`)
    for (const id of keysOf('tag')) changed.add(`tag:${id}`)
    for (const [kind, dependency] of vocabularyKinds) if (touched.has(kind)) changed.add(dependency)
    if (touched.has('round')) changed.add('rounds')
    if (touched.has('note') || touched.has('request_message')) changed.add('conversations')
    if (touched.has('synonym')) {
      state.synonyms = await listSearchSynonyms(tx)
      state.updateConcepts()
    }
    const hasTerms = ['tag', 'role', 'platform', 'file_type'].some((kind) => touched.has(kind as never))
    const vocabularies = hasTerms ? await listVocabularies(tx) : state.vocabularies
    const projects = [
      ...keysOf('project'),
      ...(hasTerms
        ? await listIdsOfProjectsWithTerms(tx, {
            tags: keysOf('tag'),
            roles: keysOf('role'),
            platforms: keysOf('platform'),
            fileTypes: keysOf('file_type'),
          })
        : []),
    ]
    const people = { people: keysOf('person'), members: keysOf('member'), roles: keysOf('role') }
    const teams = [...keysOf('team'), ...(Object.values(people).flat().length > 0 ? await listIdsOfTeamsWith(tx, people) : [])]
    if (projects.length > 0) for (const id of await listIdsOfTeamsOn(tx, projects)) changed.add(`team:${id}`)
    // Add new terms before the projects that use them; remove old terms after the projects that used them.
    if (hasTerms) state.setVocabularies(vocabularies, 'keep')
    const moved = projects.length > 0 ? await loadProjects(tx, [...new Set(projects)]) : []
    if (hasTerms) state.setVocabularies(vocabularies)
    await loadTeams(tx, [...new Set([...teams, ...moved])], new Set(keysOf('team')))
  }

  // Returns the teams of these projects, before and after: a team shows the slug of its project.
  async function loadProjects(tx: AnySql, ids: number[]): Promise<Set<number>> {
    const teams = new Set<number>()
    const gone = new Set(ids)
    for (const id of ids) {
      const slot = table.slotOfId(id)
      if (slot !== undefined) for (const team of table.entry(slot).teams) teams.add(team)
    }
    for await (const batch of listPublishedProjects(tx, ids))
      await inSlices(batch, (project) => {
        gone.delete(project.id)
        put(project)
        for (const team of project.teams) teams.add(team)
      })
    await inSlices(gone, remove)
    return teams
  }

  // `joined`: teams that may have new members. Cached responses of former members already depend on the team.
  async function loadTeams(tx: AnySql, ids: number[], joined: Set<number>): Promise<void> {
    if (ids.length === 0) return
    const present = await listTeams(tx, ids)
    for (const id of ids) {
      changed.add(`team:${id}`)
      state.teams.delete(id)
    }
    for (const team of present) {
      state.teams.set(team.id, team)
      if (joined.has(team.id)) for (const { user } of team.members) if (user !== null) changed.add(`person:${user}`)
    }
  }

  // Midnight: which projects run follows from the dates; those whose status changed are loaded and serialised again.
  async function turnDay(today: number): Promise<void> {
    const before = state.today
    state.today = today
    changed.add('day')
    try {
      const ids = table.idsChangedBy(today)
      if (ids.length > 0) await inSnapshot((tx) => loadProjects(tx, ids))
    } catch (error) {
      state.today = before // so that the next poll retries
      throw error
    }
  }

  const stop = (): void => {
    isStopped = true
  }

  /** The changed dependencies since the last call. */
  const takeChanged = (): Set<Dependency> => {
    const taken = changed
    changed = new Set()
    return taken
  }

  return { loadAll, loadChanged, turnDay, takeChanged, warmUpSearch: warmUp.run, saveSearch: warmUp.save, stop }
}
