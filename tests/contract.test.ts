import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { errorStatus } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { readTexts } from '#texts/server.ts'

const endpoints = [...apiEndpoints, ...authEndpoints]
const faults = Object.keys(readTexts('en', 'errors')).flatMap((key) => (key.endsWith('.fault') ? [key.slice(0, -6)] : []))
const root = join(import.meta.dirname, '..')
const tests = globSync('{rules,store,catalog,http,api,auth,run,cli,tests}/**/*.test.ts', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
)

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
