import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'

// A document names a file by its path or by the beginning of it (`mail/smtp`), as `npm test` does. History keeps the names of its time.

const root = join(import.meta.dirname, '..')
const exclude = (name: string): boolean => /^(node_modules|\.cache|\.git|dist|data)$/.test(name)
const paths = globSync('**', { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'))
const rooms = globSync('*/', { cwd: root, exclude }).map((room) => room.replace(/[\\/]$/, ''))
const documents = paths.filter((path) => path.endsWith('.md') && !/^(demo\/world\/|CHANGELOG|docs\/api-changelog)/.test(path))
const named = new RegExp(`(?<![\\w/.:#@~}>-])(?:${rooms.join('|')})/[\\w@./-]*[\\w/]`, 'g')
const notOurs = ['files/HASH', 'deploy/.env'] // inside of a backup; written by an operator

test('paths that documents name exist', () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(named)]
      .map(([name]) => name)
      .filter((name) => ![name, posix.join(posix.dirname(document), name)].some((start) => paths.some((path) => path.startsWith(start))))
      .filter((name) => !notOurs.includes(name))
      .map((name) => `${document} names ${name}`),
  )
  assert.ok(documents.length >= 60, `only ${documents.length} documents seen`)
  assert.deepEqual(missing, [])
})

test('links between documents lead to files', () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)]
      .map(([, link]) => posix.join(posix.dirname(document), link!))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document} links ${path}`),
  )
  assert.deepEqual(missing, [])
})
