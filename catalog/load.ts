import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Changes, currentSnapshot, listChanges } from '#store/change.ts'
import { listIdsOfProjectsWithWords, listPublishedProjects, type PublishedProject } from '#store/project.ts'
import type { AnySql, Sql } from '#store/sql.ts'
import { listIdsOfTeamsWith, listTeams } from '#store/team.ts'
import { listVocabularies } from '#store/vocabulary.ts'
import type { Shelves } from './shelves.ts'

export type CatalogOptions = {
  sql: Sql
  now: () => Date
  calendar: (instant: Date) => number
  apiUrl: string
  publicPeople: boolean
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
  onChange?: () => void
}

const SLICE_MS = 8 // of work before calls get their turn

// Brings what the store holds onto the shelves. Whenever it lets others have their turn, what lies there is whole: some projects may still
// be their former selves, but every list, total and tag fits the rest.
export function createLoader(options: CatalogOptions, shelves: Shelves) {
  const { sql, log } = options
  const { table, search } = shelves
  const putDuringWarmUp = new Set<number>()
  let isServing = false
  let isStopped = false

  function put(project: PublishedProject): void {
    const slot = table.put(project, shelves.today, options.calendar(project.publishedAt))
    search.put(slot, shelves.searchTextOf(project))
    if (!search.isReady()) putDuringWarmUp.add(project.id)
  }

  function remove(id: number): void {
    const slot = table.remove(id)
    if (slot !== undefined) search.remove(slot)
  }

  async function inSlices<T>(things: Iterable<T>, work: (thing: T) => void): Promise<void> {
    let startedAt = performance.now()
    for (const thing of things) {
      work(thing)
      if (isStopped) throw new Error('the catalog was closed')
      if (performance.now() - startedAt < SLICE_MS) continue
      await nextTurn()
      startedAt = performance.now()
    }
  }

  // One view of the store for as long as it takes.
  const inOneView = <T>(work: (sql: AnySql) => Promise<T>) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local statement_timeout = 0`
      return work(tx)
    })

  // Everything. The first time nobody is served yet, and the search index follows behind.
  async function loadAll(): Promise<string> {
    const snapshot = await inOneView(async (tx) => {
      const seenAt = await currentSnapshot(tx)
      const vocabularies = await listVocabularies(tx)
      shelves.setVocabularies(vocabularies, 'keep')
      shelves.teams = new Map((await listTeams(tx)).map((team) => [team.id, team]))
      const gone = new Set(table.ids())
      for await (const batch of listPublishedProjects(tx)) {
        for (const project of batch) gone.delete(project.id)
        if (isServing) await inSlices(batch, put)
        else for (const project of batch) table.put(project, shelves.today, options.calendar(project.publishedAt), 'unsorted')
      }
      await inSlices(gone, remove)
      shelves.setVocabularies(vocabularies)
      return seenAt
    })
    isServing = true
    table.order('-dateStart')
    return snapshot as string
  }

  async function warmUpSearch(): Promise<void> {
    const startedAt = performance.now()
    await inOneView(async (tx) => {
      for await (const batch of listPublishedProjects(tx))
        await inSlices(batch, (project) => {
          const slot = table.slotOfId(project.id)
          // What was put meanwhile is newer than this view of the store.
          if (slot !== undefined && !putDuringWarmUp.has(project.id)) search.put(slot, shelves.searchTextOf(project))
        })
    })
    putDuringWarmUp.clear()
    search.ready()
    log.info({ projects: table.count, words: search.words, ms: Math.round(performance.now() - startedAt) }, 'search is ready')
  }

  // What changed since the snapshot, all of it seen in one view of the store; returns that view's snapshot.
  const loadChanged = (since: string): Promise<string> =>
    inOneView(async (tx) => {
      const changes = await listChanges(tx, since)
      await take(tx, changes)
      return changes.snapshot
    }) as Promise<string>

  async function take(tx: AnySql, { touched }: Changes): Promise<void> {
    const keysOf = (kind: Parameters<typeof touched.get>[0]): number[] => touched.get(kind) ?? []
    const hasWords = ['tag', 'role', 'platform', 'file_type'].some((kind) => touched.has(kind as never))
    const vocabularies = hasWords ? await listVocabularies(tx) : shelves.vocabularies
    const projects = [
      ...keysOf('project'),
      ...(hasWords
        ? await listIdsOfProjectsWithWords(tx, { tags: keysOf('tag'), platforms: keysOf('platform'), fileTypes: keysOf('file_type') })
        : []),
    ]
    const people = { people: keysOf('person'), members: keysOf('member'), roles: keysOf('role') }
    const teams = [...keysOf('team'), ...(Object.values(people).flat().length > 0 ? await listIdsOfTeamsWith(tx, people) : [])]
    // New words before the projects that use them, old ones gone after those that did.
    if (hasWords) shelves.setVocabularies(vocabularies, 'keep')
    const moved = projects.length > 0 ? await loadProjects(tx, [...new Set(projects)]) : []
    if (hasWords) shelves.setVocabularies(vocabularies)
    await loadTeams(tx, [...new Set([...teams, ...moved])])
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

  async function loadTeams(tx: AnySql, ids: number[]): Promise<void> {
    if (ids.length === 0) return
    const present = await listTeams(tx, ids)
    for (const id of ids) shelves.teams.delete(id)
    for (const team of present) shelves.teams.set(team.id, team)
  }

  // Midnight: who is running is known from the dates; whose status word changed is read and written out again.
  async function turnDay(today: number): Promise<void> {
    const before = shelves.today
    shelves.today = today
    try {
      const ids = table.idsChangedBy(today)
      if (ids.length > 0) await inOneView((tx) => loadProjects(tx, ids))
    } catch (error) {
      shelves.today = before // so that the next look tries again
      throw error
    }
  }

  const stop = (): void => {
    isStopped = true
  }

  return { loadAll, loadChanged, turnDay, warmUpSearch, stop }
}
