import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dependency, noteProject } from './dependency.ts'

const project = { slug: 'a', formerSlugs: ['old'], tags: [1, 2], listPart: '{"name":"A"}', requirements: 'x' }
type Given = typeof project | undefined

for (const [what, before, after, expected] of [
  ['what no list shows', project, { ...project }, ['project:7']],
  ['what a list shows', project, { ...project, listPart: '{"name":"B"}' }, ['project:7', 'projects']],
  ['what only search sees', project, { ...project, requirements: 'y' }, ['project:7', 'projects']],
  ['its tags', project, { ...project, tags: [2, 3] }, ['project:7', 'tag:1', 'tag:3', 'tags']],
  ['its address', project, { ...project, slug: 'b', formerSlugs: ['a', 'old'] }, ['project:7', 'slug:b']],
  ['an address it gives up', project, { ...project, formerSlugs: [] }, ['project:7', 'slug:old']],
  ['that it appears', undefined, project, ['project:7', 'projects', 'slug:a', 'slug:old', 'tag:1', 'tag:2', 'tags']],
  ['that it disappears', project, undefined, ['project:7', 'projects', 'slug:a', 'slug:old', 'tag:1', 'tag:2', 'tags']],
  ['nothing of the public lists: it was never there', undefined, undefined, ['project:7']],
] as [string, Given, Given, Dependency[]][])
  test(`a change of a project: ${what}`, () => {
    const changed = new Set<Dependency>()
    noteProject(changed, 7, before, after)
    assert.deepEqual([...changed].toSorted(), expected)
  })
