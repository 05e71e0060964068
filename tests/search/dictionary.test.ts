import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { phraseOf } from '#search/concept/concept-lines.ts'

// The built-in dictionary. A word may stand in two two-way lines only when it is marked with * in each of them: it has several meanings.

type Line = { at: string; text: string; isOneWay: boolean; sides: string[] }

const lines: Line[] = globSync(join(import.meta.dirname, '../../search/dictionary/concepts/*.txt'))
  .toSorted()
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, i) => ({
        at: `${basename(file)}:${i + 1}`,
        text,
        isOneWay: text.startsWith('>'),
        sides: text.replace(/^>/, '').split('|'),
      })),
  )
  .filter(({ text }) => text !== '' && !text.startsWith('# '))
const twoWay = lines.filter(({ isOneWay }) => !isOneWay)
const itemsOf = (side: string): string[] =>
  side
    .split(/[,:]/)
    .map((item) => item.trim())
    .filter(Boolean)

test('the dictionary has the size that was asked for', () => {
  assert.ok(twoWay.length >= 1500, `${twoWay.length} concepts`)
})

test('every line has an English and a Russian side of words that the search can read', () => {
  for (const { at, text, isOneWay, sides } of lines) {
    assert.equal(sides.length, 2, `${at}: ${text}`)
    for (const side of sides) {
      assert.ok(itemsOf(side).length > 0, `${at}: an empty side`)
      if (isOneWay) assert.equal(side.split(':').length, 2, `${at}: no colon`)
      for (const item of itemsOf(side)) assert.ok(phraseOf(item.replace('*', '')) !== null, `${at}: ${item}`)
    }
    assert.doesNotMatch(text, /[ёЁ"«»]/, at)
  }
})

test('a word is in one two-way line only, unless it is marked as having several meanings', () => {
  const seen = new Map<string, { at: string; item: string }[]>()
  for (const { at, sides } of twoWay)
    for (const item of sides.flatMap(itemsOf)) {
      const key = phraseOf(item.replace('*', ''))!.join(' ')
      const others = seen.get(key) ?? []
      seen.set(key, others)
      if (!others.some((other) => other.at === at)) others.push({ at, item })
    }
  const contradictions = [...seen.values()].filter((places) => places.length > 1 && places.some(({ item }) => !item.endsWith('*')))
  assert.deepEqual(contradictions, [])
})
