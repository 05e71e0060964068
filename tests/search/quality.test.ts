import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSearchIndex } from '#search/index.ts'
import { demoProjects } from '#store/demo/projects.ts'
import { generateWorld } from '#tests/support/world.ts'
import { heldOut } from './held-out.ts'
import { type LabelledQuery, type QueryKind, queries } from './queries.ts'

type Project = {
  slug: string
  name: string
  shortDescription: string
  description: string
  client: string | null
  tags: string[]
  developerRequirements: string[]
  projectRequirements: string[]
}

const FIRST = 5
const worlds = {
  demo: createWorld(demoProjects.filter((project) => project.state === 'published')),
  generated: createWorld([...generateWorld(2000)]),
}

/** Returns slugs, best first, ties by slug. */
function createWorld(projects: Project[]) {
  const index = createSearchIndex()
  for (const [slot, project] of projects.entries()) {
    const rest = [project.description, project.client ?? '', ...project.developerRequirements, ...project.projectRequirements]
    index.put(slot, { name: project.name, tags: project.tags, shortDescription: project.shortDescription, rest })
  }
  const find = (text: string) => {
    const hits = index.search(text)
    if (hits === null) return []
    const found = Array.from(hits.slots.subarray(0, hits.count), (slot, at) => ({
      slug: (projects[slot] as Project).slug,
      score: hits.scores[at] as number,
    }))
    return found.sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1)).map(({ slug }) => slug)
  }
  return { find, slugs: new Set(projects.map(({ slug }) => slug)) }
}

function evaluate(set: LabelledQuery[]) {
  const kinds = new Map<QueryKind, { right: number; all: number }>()
  const misses: string[] = []
  for (const { world, kind, query, expect } of set) {
    const found = worlds[world].find(query)
    const rank = expect === null ? -1 : found.indexOf(expect)
    const isRight = expect === null ? found.length === 0 : rank >= 0 && rank < FIRST
    const count = kinds.get(kind) ?? { right: 0, all: 0 }
    kinds.set(kind, { right: count.right + Number(isRight), all: count.all + 1 })
    if (!isRight)
      misses.push(
        `${world} ${kind} "${query}": ${expect ?? 'nothing'} expected, ${rank < 0 ? 'not among' : `number ${rank + 1} of`} ${found.length}: ${found.slice(0, 3)}`,
      )
  }
  const positive = [...kinds].filter(([kind]) => kind !== 'none').map(([, count]) => count)
  const sum = (field: 'right' | 'all') => positive.reduce((total, count) => total + count[field], 0)
  return { kinds, misses, share: sum('right') / sum('all'), falseFinds: misses.filter((miss) => miss.includes('nothing expected')) }
}

for (const [title, set] of [
  ['the labelled queries', queries],
  ['the queries held out while tuning', heldOut],
] as const) {
  test(`${title} find their project among the first ${FIRST}, and unknown terms find nothing`, (t) => {
    const { kinds, misses, share, falseFinds } = evaluate(set)
    for (const [kind, { right, all }] of kinds) t.diagnostic(`${kind}: ${right} of ${all} (${Math.round((100 * right) / all)} %)`)
    t.diagnostic(`all that should be found: ${(100 * share).toFixed(1)} %`)
    for (const miss of misses) t.diagnostic(miss)
    assert.ok(share >= 0.95, `only ${(100 * share).toFixed(1)} % found`)
    assert.deepEqual(falseFinds, [])
  })
}

test('the query set is large enough', () => {
  const all = [...queries, ...heldOut]
  assert.ok(all.length >= 200)
  assert.ok(all.filter(({ world }) => world === 'demo').length >= 50)
  for (const kind of new Set(all.map((each) => each.kind))) assert.ok(queries.filter((each) => each.kind === kind).length >= 12, kind)
  assert.equal(new Set(all.map(({ world, query }) => `${world} ${query}`)).size, all.length, 'a query is there twice')
  for (const { world, query, expect } of all)
    assert.ok(expect === null || worlds[world].slugs.has(expect), `${query}: no project ${expect}`)
})
