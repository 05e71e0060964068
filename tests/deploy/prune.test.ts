import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildPackages, prune } from '#deploy/prune.ts'

// That a pruned release starts and serves its pages is in systemd.test.ts.

const root = join(import.meta.dirname, '..', '..')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }

test('what is removed from a release is exactly what only the web apps and their build import', () => {
  const files = globSync('*/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['node_modules/**', 'dist/**', 'tests/**', 'bench/**', '**/*.test.ts'],
  })
  const running = files.filter((file) => !/^(client|console|ui)\/|^run\/web\/(vite-build|texts)\.ts$/.test(file))
  const imported = running.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import |import\()'((?:@[^/']+\/)?[^/'#.][^/']*)/g)].map(
      ([, name]) => name!,
    ),
  )
  assert.ok(imported.includes('pg') && imported.includes('@aws-sdk/client-s3'))
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !imported.includes(name)),
    buildPackages,
  )
})

test('neither a checkout nor a release with the packages of another folder is pruned', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prune-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'client'))
  symlinkSync(join(folder, 'client'), join(folder, 'node_modules'))
  assert.throws(() => prune(folder), /node_modules is a link/)
  mkdirSync(join(folder, '.git'))
  assert.throws(() => prune(folder), /is a checkout/)
  assert.ok(existsSync(join(folder, 'client')))
})
