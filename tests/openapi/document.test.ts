import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiEndpoints } from '#contract/index.ts'
import { namedSchemas } from '#contract/openapi/named-schemas.ts'
import { documentTexts } from '#run/documents.ts'

const root = join(import.meta.dirname, '..', '..')

test('every object of a document has a name and is described once, every reference resolves, and everything shared is used', () => {
  for (const [part, text] of Object.entries(documentTexts())) {
    const { components, paths } = JSON.parse(text)
    const shared = Object.entries(components).flatMap(([kind, entries]) =>
      kind === 'securitySchemes' ? [] : Object.keys(entries as object).map((name) => `#/components/${kind}/${name}`),
    )
    const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]))
    assert.deepEqual([...referred].toSorted(), shared.toSorted(), part)
    const inner = Object.values(components.schemas as Record<string, { properties?: object }>).map(({ properties }) => properties)
    const unnamed = [...JSON.stringify([paths, inner]).matchAll(/"properties":\{(?!"code":\{"enum")/g)]
    assert.equal(unnamed.length, 0, part)
    const shapes = Object.values(components.schemas).map((schema) => JSON.stringify({ ...(schema as object), description: undefined }))
    assert.equal(new Set(shapes).size, shapes.length)
  }
})

test('the names of a document come from the exports of every file of the contract', async () => {
  const files = globSync('contract/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files)
    for (const [name, value] of Object.entries((await import(join(root, file))) as Record<string, object>))
      if (/^[A-Z][a-z]/.test(name) && value && 'properties' in value) assert.ok(namedSchemas.has(name), `${name} of ${file}`)
})

test('a document has at most 600 KB', () => {
  for (const [part, text] of Object.entries(documentTexts())) assert.ok(text.length <= 600_000, `${part}: ${text.length}`)
})

test('an answer has the address of what was made where the contract says so', () => {
  const files = apiEndpoints
    .filter(({ hasLocation }) => hasLocation)
    .map(({ path, method }) => `api${path.replace(/\{(\w+)\}/g, 'by-$1')}.${method.toLowerCase()}.ts`)
  const handlers = globSync('api/**/*.{get,post,put,delete}.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes("setHeader('Location'"),
  )
  assert.deepEqual(handlers.toSorted(), files.toSorted())
})
