import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantedRoleReader, wantedRoleText } from './wanted-role.ts'

const read = wantedRoleReader([
  { id: 1, name: 'Designer', nameRu: 'Дизайнер', aliases: ['художник'] },
  { id: 2, name: 'QA', nameRu: null, aliases: ['Tester', 'Designer'] },
])

test('a role is found by its name, Russian name or alias, in any case; the name takes precedence over an alias of another role', () => {
  for (const role of ['Designer', 'дизайнер', ' ХУДОЖНИК '])
    assert.deepEqual(read([{ role, count: 3 }]), { wanted: [{ id: 1, role: 'Designer', count: 3 }], unknown: [], isOver: false })
  assert.deepEqual(read([{ role: 'tester', count: 1 }]).wanted, [{ id: 2, role: 'QA', count: 1 }])
})

test('roles keep their order, a role listed twice is added up, unknown ones are named once', () => {
  const { wanted, unknown, isOver } = read([
    { role: 'QA', count: 1 },
    { role: 'Wizard', count: 1 },
    { role: 'Designer', count: 2 },
    { role: 'Tester', count: 4 },
    { role: 'Wizard', count: 2 },
  ])
  assert.deepEqual(
    wanted.map(({ role, count }) => [role, count]),
    [
      ['QA', 5],
      ['Designer', 2],
    ],
  )
  assert.deepEqual([unknown, isOver], [['Wizard'], false])
})

test('a sum above the limit is reported', () => {
  const twice = (count: number) =>
    read([
      { role: 'QA', count: 10 },
      { role: 'Tester', count },
    ])
  assert.equal(twice(10).isOver, false)
  assert.equal(twice(11).isOver, true)
})

test('a wanted role as text', () => {
  assert.equal(wantedRoleText({ role: 'QA', count: 1 }), 'QA')
  assert.equal(wantedRoleText({ role: 'Designer', count: 2 }), 'Designer 2')
  assert.equal(wantedRoleText({ role: 'Level 2', count: 1 }), 'Level 2 1')
})
