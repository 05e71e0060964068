import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemOf } from '#search/word/stem.ts'
import { cyrillicToLatin, type Lexicon, latinToCyrillic, spelledWord } from './spelling.ts'

const lexiconOf = (words: string[]): Lexicon => ({
  hasPrefix: (prefix) => words.some((word) => word.startsWith(prefix)),
  hasWord: (word) => words.includes(word),
  hasStem: (stem) => words.some((word) => stemOf(word) === stem),
})

const english = lexiconOf(
  'dashboard github typescript library greenhouse bluetooth flutter marketplace museum python bus beach choir'.split(' '),
)
for (const [typed, expected] of Object.entries({
  дашборд: 'dashboard',
  дэшборд: 'dashboard',
  гитхаб: 'github',
  тайпскрипт: 'typescript',
  лайбрари: 'library',
  гринхаус: 'greenhouse',
  блютуз: 'bluetooth',
  блютус: 'bluetooth',
  флаттер: 'flutter',
  маркетплейс: 'marketplace',
  мьюзеум: 'museum',
  пайтон: 'python',
  дашборды: 'dashboard',
  корова: null,
  кот: null,
}))
  test(`${typed} is read as ${expected ?? 'nothing'}`, () => assert.equal(spelledWord(typed, cyrillicToLatin, english), expected))

const russian = lexiconOf('экология теплица школьное питание расписание жестов часы щенок вещей приёмник кошка'.split(' '))
for (const [typed, expected] of Object.entries({
  ekologiya: 'экология',
  ekologija: 'экология',
  teplica: 'теплица',
  shkolnoe: 'школьное',
  shkol_noe: null,
  raspisanie: 'расписание',
  jestov: 'жестов',
  zhestov: 'жестов',
  '4asy': 'часы',
  shchenok: 'щенок',
  veshei: 'вещей',
  ekologii: 'эколог',
  dog: null,
}))
  test(`${typed} is read as ${expected ?? 'nothing'}`, () => assert.equal(spelledWord(typed, latinToCyrillic, russian), expected))

test('a spelling with many options takes bounded time', () => {
  const all: Lexicon = { hasPrefix: () => true, hasWord: () => false, hasStem: () => false }
  const before = process.threadCpuUsage()
  assert.equal(spelledWord('щ'.repeat(60), cyrillicToLatin, all), null)
  assert.equal(spelledWord('e'.repeat(60), latinToCyrillic, all), null)
  assert.ok(process.threadCpuUsage(before).user < 1_000_000)
})
