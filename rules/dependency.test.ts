import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dependency, noteProject } from './dependency.ts'

const project = { slug: 'a', formerSlugs: ['old'], tags: [1, 2], listPart: '{"name":"A"}', requirements: 'x' }
type Given = typeof project | undefined

for (const [what, before, after, expected] of [
  ['of fields that are in no list', project, { ...project }, ['project:7']],
  ['of fields that are in lists', project, { ...project, listPart: '{"name":"B"}' }, ['project:7', 'projects']],
  ['of fields that are only searched', project, { ...project, requirements: 'y' }, ['project:7', 'projects']],
  ['of its tags', project, { ...project, tags: [2, 3] }, ['project:7', 'tag:1', 'tag:3', 'tags']],
  ['of its slug', project, { ...project, slug: 'b', formerSlugs: ['a', 'old'] }, ['project:7', 'slug:b']],
  ['a former slug is removed', project, { ...project, formerSlugs: [] }, ['project:7', 'slug:old']],
  ['it is added', undefined, project, ['project:7', 'projects', 'slug:a', 'slug:old', 'tag:1', 'tag:2', 'tags']],
  ['it is removed', project, undefined, ['project:7', 'projects', 'slug:a', 'slug:old', 'tag:1', 'tag:2', 'tags']],
  ['it was never in the catalog', undefined, undefined, ['project:7']],
] as [string, Given, Given, Dependency[]][])
  test(`a change of a project: ${what}`, () => {
    const changed = new Set<Dependency>()
    noteProject(changed, 7, before, after)
    assert.deepEqual([...changed].toSorted(), expected)
  })
