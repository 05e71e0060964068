import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Changes, currentSnapshot, listChanges, removeOldChanges } from '#store/change.ts'
import {
  listIdsOfProjectsWithFileTypes,
  listIdsOfProjectsWithPlatforms,
  listIdsOfProjectsWithTags,
  listPublishedProjects,
  type PublishedProject,
} from '#store/project.ts'
import type { AnySql } from '#store/sql.ts'
import { listIdsOfTeamsWithPeople, listTeams } from '#store/team.ts'
import { listVocabularies } from '#store/vocabulary.ts'
import type { CatalogOptions } from './catalog.ts'
import type { Shelves } from './shelves.ts'

const PAUSE_MS = 100 // between looks at the change feed: two looks fit into the promised 250 ms
const PAUSE_BROKEN_MS = 500
const CLEAN_EVERY_MS = 3_600_000
const TOO_LONG_AWAY_MS = 12 * 3_600_000 // the feed keeps a day
const SLICE_MS = 8 // of indexing before other work gets its turn
const BULK = 1000 // so many changes at once are sorted in one go

export type Follower = { refresh(): Promise<void>; stop(): Promise<void> }

export async function follow(options: CatalogOptions, shelves: Shelves): Promise<Follower> {
  const { sql, log } = options
  const { table, search } = shelves
  const putDuringWarmUp = new Set<number>()
  let snapshot = ''
  let stopped = false
  let isBroken = false
  let lastLook = Date.now()
  let lastCleaning = Date.now()
  let turn: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const publishedDay = (project: PublishedProject) => options.calendar(project.publishedAt)

  function put(project: PublishedProject, bulk: boolean): void {
    const slot = table.put(project, shelves.today, publishedDay(project), bulk)
    search.put(slot, shelves.searchTextOf(project))
    if (!search.isReady()) putDuringWarmUp.add(project.id)
  }

  function remove(id: number): void {
    const slot = table.remove(id)
    if (slot !== undefined) search.remove(slot)
  }

  const quietly = <T>(work: (sql: AnySql) => Promise<T>) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local statement_timeout = 0`
      return work(tx)
    })

  // Everything, in one view of the store; the search index follows behind.
  async function loadAll(): Promise<void> {
    await quietly(async (tx) => {
      const seenAt = await currentSnapshot(tx)
      shelves.setVocabularies(await listVocabularies(tx))
      shelves.teams = new Map((await listTeams(tx)).map((team) => [team.id, team]))
      const gone = new Set(table.ids())
      for await (const batch of listPublishedProjects(tx)) {
        for (const project of batch) {
          gone.delete(project.id)
          if (search.isReady()) put(project, true)
          else table.put(project, shelves.today, publishedDay(project), true)
        }
      }
      for (const id of gone) remove(id)
      table.sortAnew()
      table.order('-dateStart')
      snapshot = seenAt
    })
    options.onChange?.()
  }

  async function warmUpSearch(): Promise<void> {
    const startedAt = performance.now()
    await quietly(async (tx) => {
      for await (const batch of listPublishedProjects(tx)) {
        let sliceStart = performance.now()
        for (const project of batch) {
          if (stopped) return
          const slot = table.slotOfId(project.id)
          // What the follower has put meanwhile is newer than this view of the store.
          if (slot !== undefined && !putDuringWarmUp.has(project.id)) search.put(slot, shelves.searchTextOf(project))
          if (performance.now() - sliceStart > SLICE_MS) {
            await nextTurn()
            sliceStart = performance.now()
          }
        }
      }
    })
    putDuringWarmUp.clear()
    search.ready()
    log.info({ projects: table.count, words: search.words, ms: Math.round(performance.now() - startedAt) }, 'search is ready')
  }

  async function apply({ touched }: Pick<Changes, 'touched'>): Promise<void> {
    if (touched.has('everything')) return loadAll()
    const projects = new Set(touched.get('project'))
    const teams = new Set(touched.get('team'))
    if (['tag', 'role', 'platform', 'file_type'].some((kind) => touched.has(kind as never)))
      shelves.setVocabularies(await listVocabularies(sql))
    for (const id of await projectsTouchedByWords(sql, touched)) projects.add(id)
    if (touched.has('person') || touched.has('member'))
      for (const id of await listIdsOfTeamsWithPeople(sql, touched.get('person') ?? [], touched.get('member') ?? [])) teams.add(id)
    if (projects.size > 0) for (const id of await reload([...projects])) teams.add(id)
    if (teams.size > 0) await reloadTeams([...teams])
    options.onChange?.()
  }

  // Returns the teams of these projects, before and after: they show the project's slug.
  async function reload(ids: number[]): Promise<Set<number>> {
    const bulk = ids.length > BULK
    const teams = new Set<number>()
    const gone = new Set(ids)
    for (const id of ids) {
      const slot = table.slotOfId(id)
      if (slot !== undefined) for (const team of table.entry(slot).teams) teams.add(team)
    }
    for await (const batch of listPublishedProjects(sql, ids)) {
      for (const project of batch) {
        gone.delete(project.id)
        put(project, bulk)
        for (const team of project.teams) teams.add(team)
      }
    }
    for (const id of gone) remove(id)
    if (bulk) table.sortAnew()
    return teams
  }

  async function reloadTeams(ids: number[]): Promise<void> {
    for (const id of ids) shelves.teams.delete(id)
    for (const team of await listTeams(sql, ids)) shelves.teams.set(team.id, team)
  }

  async function keepDay(): Promise<void> {
    const today = options.calendar(options.now())
    if (today === shelves.today) return
    shelves.today = today
    const ids = table.idsChangedBy(today)
    if (ids.length > 0) await reload(ids)
    options.onChange?.()
  }

  async function look(): Promise<void> {
    await keepDay()
    if (Date.now() - lastLook > TOO_LONG_AWAY_MS) await loadAll()
    const changes = await listChanges(sql, snapshot)
    if (changes.touched.size > 0) await apply(changes)
    // Only now: a failure in between leaves the old snapshot, and the same changes are read again.
    if (!changes.touched.has('everything')) snapshot = changes.snapshot
    lastLook = Date.now()
    if (Date.now() - lastCleaning > CLEAN_EVERY_MS) {
      lastCleaning = Date.now()
      await removeOldChanges(sql)
    }
  }

  function refresh(): Promise<void> {
    const next = turn.catch(() => {}).then(look)
    turn = next
    return next
  }

  async function loop(): Promise<void> {
    if (stopped) return
    try {
      await refresh()
      if (isBroken) log.info({}, 'following the store again')
      isBroken = false
    } catch (error) {
      // The catalog goes on serving what it has; said once, not ten times a second.
      if (!isBroken && !stopped) log.warn({ err: error }, 'cannot follow the store; serving what was last known')
      isBroken = true
    }
    if (!stopped) timer = setTimeout(loop, isBroken ? PAUSE_BROKEN_MS : PAUSE_MS)
  }

  async function warmUpUntilDone(): Promise<void> {
    while (!stopped && !search.isReady()) {
      try {
        await warmUpSearch()
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'search is not ready yet; trying again')
        await new Promise((resolve) => setTimeout(resolve, PAUSE_BROKEN_MS))
      }
    }
  }

  await loadAll()
  const warming = warmUpUntilDone()
  timer = setTimeout(loop, PAUSE_MS)

  return {
    refresh,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.allSettled([turn, warming])
    },
  }
}

async function projectsTouchedByWords(sql: AnySql, touched: Changes['touched']): Promise<number[]> {
  const lists = await Promise.all([
    touched.has('tag') ? listIdsOfProjectsWithTags(sql, touched.get('tag')!) : [],
    touched.has('platform') ? listIdsOfProjectsWithPlatforms(sql, touched.get('platform')!) : [],
    touched.has('file_type') ? listIdsOfProjectsWithFileTypes(sql, touched.get('file_type')!) : [],
  ])
  return lists.flat()
}
