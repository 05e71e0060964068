import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineText } from '#tests/support/sample/markdown.ts'
import { readInline } from './markdown-inline.ts'

const inline: [string, string][] = [
  ['plain', 'plain'],
  ['a **b** c', 'a «Sb» c'],
  ['**жирный *и курсив* тут**', '«Sжирный «Eи курсив» тут»'],
  ['*em* and _em_ and snake_case_word', '«Eem» and «Eem» and snake_case_word'],
  ['`**code**`', '{**code**}'],
  ['~~gone~~', '«Dgone»'],
  ['[site](https://example.org/a_b)', '<https://example.org/a_b|site>'],
  ['[site](https://example.org "title")', '<https://example.org|site>'],
  ['[bad](javascript:alert(1))', 'bad)'],
  ['[bad](data:text/html,x)', 'bad'],
  ['![a cat](https://example.org/cat.png)', 'a cat'],
  ['![a cat](cat.png)', '[cat.png|a cat]'],
  ['![a cat](//example.org/cat.png) ![b](../cat.png) ![c](/cat.png) ![d](data:x.png)', 'a cat b c d'],
  ['see https://example.org/x.', 'see <https://example.org/x|https://example.org/x>.'],
  ['<https://example.org>', '<https://example.org|https://example.org>'],
  ['<mailto:a@example.org>', '<mailto:a@example.org|a@example.org>'],
  ['<b>html</b> &amp; <script>', '<b>html</b> &amp; <script>'],
  ['\\*not em\\*', '*not em*'],
  ['one  \ntwo', 'one⏎two'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['**', '**'],
]
for (const [text, expected] of inline)
  test(`${JSON.stringify(text)} is parsed as ${expected}`, () => assert.equal(inlineText(readInline(text)), expected))
