import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { errorStatus } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { documentTexts } from '#run/documents.ts'
import { readTexts } from '#texts/server.ts'

const endpoints = [...apiEndpoints, ...authEndpoints]
const faults = Object.keys(readTexts('en', 'errors')).flatMap((key) => (key.endsWith('.fault') ? [key.slice(0, -6)] : []))
const root = join(import.meta.dirname, '..')
const tests = globSync('{rules,store,catalog,http,api,auth,run,cli,tests}/**/*.test.ts', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
)

test('the committed OpenAPI documents match the contract (npm run openapi updates them)', () => {
  for (const [part, text] of Object.entries(documentTexts()))
    assert.equal(readFileSync(join(root, `contract/openapi.${part}.json`), 'utf8'), text)
})

test('every reference of a document resolves, every shared component is used, and every problem example is valid', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const [part, text] of Object.entries(documentTexts())) {
    const { components } = JSON.parse(text)
    const shared = Object.entries(components).flatMap(([kind, entries]) =>
      kind === 'securitySchemes' ? [] : Object.keys(entries as object).map((name) => `#/components/${kind}/${name}`),
    )
    const named = new Set([...text.matchAll(/"\$ref": "([^"]+)"/g)].map((match) => match[1]))
    assert.deepEqual([...named].toSorted(), shared.toSorted(), part)
    for (const [code, { value }] of Object.entries(components.examples as Record<string, { value: { code: string } }>)) {
      assert.ok(ajv.validate(components.schemas.Problem, value), code)
      assert.equal(value.code, code)
    }
  }
})

test('every operation has a unique id', () => {
  const ids = endpoints.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size, ids.length)
})

test('every schema is valid JSON Schema and every example matches its schema', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  let examples = 0
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { examples: own } = schema as { examples?: unknown[] }
    if (Array.isArray(own) && 'type' in schema)
      for (const example of own) {
        examples++
        assert.ok(ajv.validate(schema, example), `${JSON.stringify(example)} does not fit ${JSON.stringify(schema).slice(0, 200)}`)
      }
    for (const [key, value] of Object.entries(schema)) if (key !== 'examples') walk(value)
  }
  for (const { params, query, body, answer } of endpoints)
    for (const schema of [params, query, body, answer]) {
      if (!schema) continue
      ajv.compile(JSON.parse(JSON.stringify(schema)))
      walk(JSON.parse(JSON.stringify(schema)))
    }
  assert.ok(examples > 10)
})

test('every error code and every fault is produced by some test', () => {
  for (const code of [...Object.keys(errorStatus), ...faults])
    assert.ok(
      tests.some((text) => new RegExp(`['" ]${code}['"]`).test(text)),
      `no test speaks of ${code}`,
    )
})
