import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inlineText } from '#tests/support/sample/markdown.ts'
import { type Block, readMarkdown } from './markdown.ts'

const shape = (blocks: Block[]): string =>
  blocks
    .map((block) => {
      if (block.type === 'heading') return `h${block.level}(${inlineText(block.inside)})`
      if (block.type === 'paragraph') return `p(${inlineText(block.inside)})`
      if (block.type === 'quote') return `q(${shape(block.inside)})`
      if (block.type === 'code') return `code(${block.text})`
      if (block.type === 'rule') return 'rule'
      if (block.type === 'table') return `table(${[block.head, ...block.rows].map((row) => row.map(inlineText).join('|')).join(' / ')})`
      return `${block.isOrdered ? `ol${block.start}` : 'ul'}(${block.items.map((item) => shape(item)).join('|')})`
    })
    .join(' ')

const blocks: [string, string][] = [
  ['# One\n## Two ##\ntext', 'h1(One) h2(Two) p(text)'],
  ['a\nb\n\nc', 'p(a\nb) p(c)'],
  ['| a | **b** |\n|---|:-:|\n| 1 | 2 |\n| x\\|y |\n\nc', 'table(a|«Sb» / 1|2 / x|y|) p(c)'],
  ['a | b\n-- | --\n1 | 2 | 3', 'table(a|b / 1|2)'],
  ['a | b\nc | d', 'p(a | b\nc | d)'],
  ['- a\n- b\n  more\n- c', 'ul(p(a)|p(b\nmore)|p(c))'],
  ['1. a\n2. b', 'ol1(p(a)|p(b))'],
  ['3) a', 'ol3(p(a))'],
  ['- a\n  - b\n  - c\n- d', 'ul(p(a) ul(p(b)|p(c))|p(d))'],
  ['- a\n\n- b', 'ul(p(a)|p(b))'],
  ['- a\n\ntext', 'ul(p(a)) p(text)'],
  ['> q\n> r', 'q(p(q\nr))'],
  ['```js\n# no\n```\nafter', 'code(# no) p(after)'],
  ['```\nnever closed', 'code(never closed)'],
  ['---', 'rule'],
  ['* * *', 'rule'],
  ['#hash', 'p(#hash)'],
  ['text\n- a', 'p(text) ul(p(a))'],
  ['a\r\n\r\nb', 'p(a) p(b)'],
  ['', ''],
]
for (const [text, expected] of blocks)
  test(`${JSON.stringify(text)} is parsed as ${JSON.stringify(expected)}`, () => assert.equal(shape(readMarkdown(text)), expected))

test('any input is parsed completely, plain text is not lost, and no link has an executable scheme', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '# ',
      '[a](',
      ')',
      'javascript:x',
      'https://e.org',
      '  ',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const links = JSON.stringify(readMarkdown(text)).match(/"href":"([^"]*)"/g) ?? []
      for (const link of links) assert.match(link, /"href":"(?:https?:|mailto:)/i)
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zа-я]+( [a-zа-я]+)*$/), (text) => {
      assert.equal(shape(readMarkdown(text)), `p(${text})`)
    }),
  )
})

test('long and hostile texts are parsed quickly', () => {
  for (const text of [
    '*'.repeat(20_000),
    '[a]('.repeat(5000),
    '**a*'.repeat(5000),
    '> '.repeat(5000),
    '- '.repeat(5000),
    '`'.repeat(20_001),
    'a_'.repeat(10_000),
  ]) {
    const before = process.cpuUsage()
    readMarkdown(text)
    const { user } = process.cpuUsage(before) // CPU time: detects hanging, independent of the load of the machine
    assert.ok(user < 3_000_000, `${text.slice(0, 8)} hangs`)
  }
})
