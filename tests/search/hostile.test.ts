import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createSearchIndex } from '#search/index.ts'
import { generateWorld } from '#tests/support/world/world.ts'

const index = createSearchIndex()

before(() => {
  let slot = 0
  for (const project of generateWorld(3000)) {
    index.put(slot++, { name: project.name, tags: project.tags, shortDescription: project.shortDescription, rest: [project.description] })
  }
  for (let i = 0; i < 30; i++) index.search('warming up тепло mashina')
})

const mistyped = 'machinne prilozheniie calendarr telescoppe navigattor проверккка расписсание библиотекка лабораторрия планетариий'
const queries: Record<string, string> = {
  'a megabyte of one letter': 'a'.repeat(1_000_000),
  'a megabyte of words': 'machine проект '.repeat(70_000),
  'a megabyte of combining marks': `e${'\u0301\u0323'.repeat(500_000)}`,
  'lone surrogates': '\ud800'.repeat(1000),
  NUL: '\0'.repeat(1000),
  'only punctuation': '.,-+#\'"`;:!?()[]{}<>/\\|~^$*&%@'.repeat(40),
  'two hundred words': Array.from({ length: 200 }, (_, i) => `slovo${i}`).join(' '),
  'words that all need fuzzy matching': mistyped,
  'a ligature that expands under NFKC': '\ufdfa'.repeat(200),
  'input for catastrophic backtracking': `${'aA-'.repeat(300)}!`,
  'the shortest prefix': 'пр',
  'many shortest words': 'a b c d e f g h i j k l m n o p q r s t u v w x y z пр',
}

for (const [kind, query] of Object.entries(queries)) {
  test(`${kind} neither throws nor takes long`, () => {
    // The best of five, because of other load on the machine.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      index.search(query)
      return performance.now() - start
    })
    assert.ok(Math.min(...times) < 500, `${Math.min(...times).toFixed(1)} ms`)
  })
}

test('only the first 32 words count', () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`)
  const small = createSearchIndex()
  small.put(0, { name: words.slice(0, 32).join(' '), tags: [], shortDescription: '', rest: [] })
  assert.equal(small.search(words.join(' '))?.hits.count, 1)
})
