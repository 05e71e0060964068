import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type PackName, packs } from '#texts/packs.ts'
import { readTexts } from '#texts/server.ts'
import { baseOf, placeholdersOf } from '#texts/write.ts'

// Calls such as t('team.left', { team }): every placeholder of the text has a value.

const root = join(import.meta.dirname, '..')

const functions: Record<string, Record<string, PackName[]>> = {
  client: { t: ['first-screen', 'more'], r: ['rounds'], w: ['ui'], d: ['commands'] },
  console: { t: ['console'], w: ['ui'], d: ['commands'] },
  ui: { w: ['ui'], d: ['commands'] },
}

function placeholdersIn(names: PackName[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const area of names.flatMap((name) => packs[name]))
    for (const [key, text] of Object.entries(readTexts('en', area))) {
      const base = baseOf(key, readTexts('en', area))
      found.set(base, new Set([...(found.get(base) ?? []), ...placeholdersOf(text!)]))
    }
  return found
}

/** The names of the properties of an object literal that begins here; null: it cannot be told. */
function namesIn(source: string): string[] | null {
  let depth = 0
  let [item, items] = ['', [] as string[]]
  for (const sign of source) {
    if ('{[('.includes(sign)) depth++
    if ('}])'.includes(sign)) depth--
    if (depth === 0) break
    if (sign === ',' && depth === 1) {
      items.push(item)
      item = ''
    } else item += depth === 1 && sign === '{' ? '' : sign
  }
  const names = [...items, item].map((text) => text.trim()).filter((text) => text !== '')
  return names.some((text) => text.startsWith('...')) ? null : names.map((text) => /^\w*/.exec(text)![0])
}

function callsWithoutValue(source: string, known: Map<string, Set<string>>, name: string): string[] {
  const calls = source.matchAll(new RegExp(`(?<![\\w.])${name}\\('([^']+)'(,\\s*(?=\\{)|\\))`, 'g'))
  return [...calls].flatMap(({ 0: call, 1: key, 2: end, index }) => {
    const given = end === ')' ? [] : namesIn(source.slice(index + call.length))
    const missing = [...(known.get(key!) ?? [])].filter((one) => given !== null && !given.includes(one))
    return missing.map((one) => `${key}: {{${one}}}`)
  })
}

for (const [room, byName] of Object.entries(functions))
  test(`every placeholder of a text has a value where ${room}/ writes it`, () => {
    const files = globSync(`${room}/**/*.{ts,tsx}`, { cwd: root })
    const missing = Object.entries(byName).flatMap(([name, chosen]) => {
      const known = placeholdersIn(chosen)
      return files.flatMap((file) =>
        callsWithoutValue(readFileSync(join(root, file), 'utf8'), known, name).map((what) => `${file} ${what}`),
      )
    })
    assert.deepEqual(missing, [])
  })

test('a call without a value is found', () => {
  const known = new Map([['left', new Set(['team', 'when'])]])
  assert.deepEqual(callsWithoutValue(`t('left', { team: nameOf(a, b) })`, known, 't'), ['left: {{when}}'])
  assert.deepEqual(callsWithoutValue(`t('left')`, known, 't'), ['left: {{team}}', 'left: {{when}}'])
  assert.deepEqual(callsWithoutValue(`t('left', { team, when: at(1) })`, known, 't'), [])
})
