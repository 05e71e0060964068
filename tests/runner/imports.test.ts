import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { dependentsOf, readGraph } from './imports.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-imports-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'rules/slug.ts': '',
  'store/project.ts': `import type { Slug } from '#rules/slug.ts'`,
  'store/migrate.ts': `const folder = join(import.meta.dirname, 'migrations')`,
  'store/migrations/0001.sql': '',
  'api/get.ts': `import { find } from '#store/project.ts'`,
  'api/words.json': '[]',
  'api/words.ts': `readFileSync(new URL('words.json', import.meta.url))`,
  'api/lazy.ts': `await import('./get.ts')`,
  'web/routes.ts': `require(\`./\${file}\`)`,
  'web/project/get.ts': '',
  'web/start.test.ts': `import { load } from './routes.ts'`,
  'api/get.test.ts': `import './lazy.ts'`,
  'api/words.test.ts': `export { words } from './words.ts'`,
  'store/migrate.test.ts': `import { migrate } from './migrate.ts'`,
  'tests/whole.test.ts': `spawn(process.execPath, ['api/get.ts'])`,
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const testsOf = (...changed: string[]) =>
  [...dependentsOf(readGraph(folder), changed)].filter((path) => path.endsWith('.test.ts')).toSorted()

test('a test depends on what it imports, directly, by type, lazily and through others', () => {
  assert.deepEqual(testsOf('rules/slug.ts'), ['api/get.test.ts', 'tests/whole.test.ts'])
  assert.deepEqual(testsOf('api/lazy.ts'), ['api/get.test.ts'])
  assert.deepEqual(testsOf('api/get.test.ts'), ['api/get.test.ts'])
})

test('files that are read count, too: by their name, or in a folder of that name', () => {
  assert.deepEqual(testsOf('api/words.json'), ['api/words.test.ts'])
  assert.deepEqual(testsOf('store/migrations/0001.sql'), ['store/migrate.test.ts'])
})

test('a file that requires a computed name needs every file below', () => {
  assert.deepEqual(testsOf('web/project/get.ts'), ['web/start.test.ts'])
})
