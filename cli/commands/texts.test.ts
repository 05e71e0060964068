import assert from 'node:assert/strict'
import { test } from 'node:test'
import command from './texts.ts'

test('no language that ships lacks a text, so --strict exits with 0, and each language has its line', async (context) => {
  const lines: string[] = []
  context.mock.method(console, 'log', (line: string) => void lines.push(line))
  assert.equal(await command.run([], { strict: true }), 0)
  assert.match(lines[0]!, /^en: (\d+) of \1 texts, complete$/)
  assert.match(lines[1]!, /^ru: (\d+) of \1 texts, complete$/)
})
