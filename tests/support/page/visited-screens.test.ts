import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paths as clientPaths } from '#client/routes.ts'
import { paths as consolePaths } from '#console/routes.ts'
import { listUnvisited } from './visited-screens.ts'

const examples = [...Object.values(clientPaths), ...Object.values(consolePaths)].map((route) => route.replace(/:\w+/g, '7'))

test('each route of both apps counts as visited by an address of its own', () => {
  assert.deepEqual(listUnvisited(new Set(examples)), [])
  for (const path of examples) assert.equal(listUnvisited(new Set(examples.filter((one) => one !== path))).length, 1, path)
})

test('the address of another screen is no example of a route with parameters', () => {
  const others = new Set([...examples.filter((path) => path !== '/console/projects/7'), '/console/projects/new'])
  assert.deepEqual(listUnvisited(others), ['/console/projects/:id'])
})
