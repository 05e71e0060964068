import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passageOf } from './passage.ts'

/** The passage around a word, which is shown in brackets. */
function around(description: string, ...words: string[]): string | null {
  const ranges = words.map((word) => [description.indexOf(word), description.indexOf(word) + word.length])
  const passage = passageOf(description, ranges)
  return passage && `${passage[0]}[${passage[1]}]${passage[2]}`
}

test('a short description is shown whole, on one line', () => {
  assert.equal(around('A map of yards.\n\nFor everyone.', 'yards'), 'A map of [yards]. For everyone.')
})

test('a long description is cut at word boundaries on both sides', () => {
  const words = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
  assert.equal(around(words, 'word20'), '…word16 word17 word18 word19 [word20] word21 word22 word23 word24 word25…')
  assert.equal(around(words, 'word0')?.slice(0, 14), '[word0] word1 ')
  assert.equal(around(words, 'word39')?.slice(-15), 'word38 [word39]')
})

test('signs of Markdown are left out, hyphens and dashes stay', () => {
  assert.equal(
    around('# Plan\n\n- **read** [it](/a?b_c=d)\n- _write_ `code`\n1. e-mail - daily', 'write'),
    '…read it [write] code e-mail - daily',
  )
  assert.equal(around('> A *quote* of `river` - and more', 'river'), 'A quote of [river] - and more')
})

test('matches inside of addresses are skipped', () => {
  const text = 'See [the page](https://river.example.org/map) or https://map.example.org about the lake'
  assert.equal(around(text, 'river', 'map.example', 'lake'), '…about the [lake]')
  assert.equal(around(text, 'river'), null)
  assert.equal(around('nothing found here'), null)
})
