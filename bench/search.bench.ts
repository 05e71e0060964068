// Search in one thread: node --expose-gc bench/search.bench.ts [--large]. Results are per second of CPU time, so a busy machine matters little.
import { createSearchIndex, type SearchIndex } from '#search/index.ts'
import { concepts } from '#tests/search/evaluate.ts'
import { type GeneratedProject, generateWorld } from '#tests/support/world/world.ts'

const sizes = process.argv.includes('--large') ? [2_000, 20_000, 200_000] : [2_000, 20_000]
const MB = 1024 * 1024

const cpuSeconds = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
const gc = () => (globalThis as { gc?: () => void }).gc?.()
const memory = () => {
  gc()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { used: (heapUsed + arrayBuffers) / MB, rss: rss / MB }
}

const searchText = (project: GeneratedProject) => ({
  name: project.name,
  tags: project.tags,
  shortDescription: project.shortDescription,
  rest: [project.description, project.client, ...project.developerRequirements, ...project.projectRequirements],
})

/** Seeded random numbers, so that every size uses the same positions. */
function createPositions(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Deletes, inserts or transposes a letter; nearly every word is new, so caches do not help. */
function mistype(word: string, position: (below: number) => number): string {
  const at = 1 + position(word.length - 2)
  const kind = position(3)
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 1) return word.slice(0, at) + (word.charCodeAt(at) > 0x400 ? 'щ' : 'q') + word.slice(at)
  return word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1)
}

function queriesFrom(samples: GeneratedProject[]) {
  const position = createPositions(7)
  const wordsOf = (project: GeneratedProject) => project.description.match(/\p{L}{5,}/gu) as string[]
  const some = <T>(items: T[]) => items[position(items.length)] as T
  const each = <T>(make: (project: GeneratedProject) => T) => samples.map(make)
  return {
    'two words': each((project) => `${some(wordsOf(project))} ${some(wordsOf(project))}`),
    'name word': each((project) => project.name.split(/[,:]/)[0] as string),
    'word + mistyped word': each((project) => `${some(wordsOf(project))} ${mistype(some(wordsOf(project)), position)}`),
    'mistyped name': each((project) => mistype(project.name.split(/[,:]/)[0] as string, position)),
    'unknown word': each(() => `xq${position(1e9).toString(36)}vw`.replaceAll(/\d/g, 'k')),
    'prefix of 2': each((project) => some(wordsOf(project)).slice(0, 2)),
    'prefix of 3': each((project) => some(wordsOf(project)).slice(0, 3)),
    'prefix of 4': each((project) => some(wordsOf(project)).slice(0, 4)),
  }
}

function rate(index: SearchIndex, queries: string[]): { perSecond: number; worst: number } {
  for (const query of queries.slice(0, 50)) index.search(query)
  const start = cpuSeconds()
  let rounds = 0
  let worst = 0
  do {
    for (const query of queries) {
      const began = performance.now()
      index.search(query)
      worst = Math.max(worst, performance.now() - began)
    }
    rounds++
  } while (cpuSeconds() - start < 0.7)
  return { perSecond: (rounds * queries.length) / (cpuSeconds() - start), worst }
}

const rates = new Map<string, number[]>()
for (const size of sizes) {
  const before = memory()
  const index = createSearchIndex()
  index.setConcepts(concepts)
  const samples: GeneratedProject[] = []
  let building = 0
  let slot = 0
  for (const project of generateWorld(size)) {
    const start = process.cpuUsage()
    index.put(slot, searchText(project))
    const used = process.cpuUsage(start)
    building += (used.user + used.system) / 1e6
    if (slot++ % Math.ceil(size / 400) === 0) samples.push(project)
  }
  const firstStart = performance.now()
  index.search('prepare')
  const first = performance.now() - firstStart
  const after = memory()
  let slowestPut = 0
  const changes = performance.now()
  samples.forEach((project, at) => {
    const start = performance.now()
    index.put(at * Math.ceil(size / 400), { ...searchText(project), shortDescription: `changed${at} ${project.shortDescription}` })
    slowestPut = Math.max(slowestPut, performance.now() - start)
  })
  const change = (performance.now() - changes) / samples.length
  console.log(
    `\n${size} documents, ${index.words} words: built in ${building.toFixed(1)} s CPU, uses ${(after.used - before.used).toFixed(0)} MB`,
  )
  console.log(
    `  resident ${before.rss.toFixed(0)} -> ${after.rss.toFixed(0)} MB; first search ${first.toFixed(0)} ms; a change ${change.toFixed(2)} ms, slowest ${slowestPut.toFixed(1)} ms`,
  )
  for (const [kind, queries] of Object.entries(queriesFrom(samples))) {
    const { perSecond, worst } = rate(index, queries)
    rates.set(kind, [...(rates.get(kind) ?? []), perSecond])
    console.log(`  ${kind.padEnd(22)} ${Math.round(perSecond).toLocaleString('en').padStart(9)} queries/s, slowest ${worst.toFixed(2)} ms`)
  }
}

console.log(`\ncost per query relative to ${sizes[0]} documents`)
for (const [kind, found] of rates)
  console.log(`  ${kind.padEnd(22)} ${found.map((each) => `× ${((found[0] as number) / each).toFixed(1)}`).join('   ')}`)
