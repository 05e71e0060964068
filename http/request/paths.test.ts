import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaths, pathOf } from './paths.ts'

const paths = createPaths()
paths.add('/project/{slug}', 'GET')
paths.add('/project/findmany', 'POST')
paths.add('/request', 'POST')
paths.add('/request', 'PUT')
paths.add('/member/{id}', 'PUT')
paths.add('/member/{id}', 'DELETE')
paths.add('/open.json', 'GET')

const methods = (path: string) => [...(paths.methodsOf(path) ?? [])].sort().join(' ')

test('a path allows its methods; GET implies HEAD, and OPTIONS is always allowed', () => {
  assert.equal(methods('/request'), 'OPTIONS POST PUT')
  assert.equal(methods('/project/tree-census'), 'GET HEAD OPTIONS')
  assert.equal(methods('/member/7'), 'DELETE OPTIONS PUT')
})

test('an exact path takes precedence over one with a parameter', () => {
  assert.equal(methods('/project/findmany'), 'OPTIONS POST')
  assert.equal(paths.isMisused('/project/findmany', 'GET'), true)
  assert.equal(paths.isMisused('/project/findmany', 'POST'), false)
  assert.equal(paths.isMisused('/project/tree-census', 'POST'), false)
})

test('a parameter matches one path segment, and a dot matches only a dot', () => {
  assert.equal(paths.methodsOf('/project/a/b'), undefined)
  assert.equal(paths.methodsOf('/project/'), undefined)
  assert.equal(paths.methodsOf('/openXjson'), undefined)
  assert.equal(paths.methodsOf('/nothing'), undefined)
})

for (const [url, path] of [
  ['/', '/'],
  ['/tag', '/tag'],
  ['/tag/', '/tag'],
  ['/tag?x=/', '/tag'],
  ['/tag/?x=1', '/tag'],
  ['/?x', '/'],
  ['/tag//', '/tag/'],
] as const)
  test(`the path of ${url} is ${path}`, () => {
    assert.equal(pathOf(url), path)
  })
