import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantedRoleReader } from '#rules/team/wanted-role.ts'
import { readWantedRoles, wantedCell } from './wanted-role.ts'

const names = ['Designer', 'QA', 'Level', 'Level 2', 'Dev X', 'Linux', 'Web3', 'UX/UI designer', 'a; b']
const roles = names.map((name, index) => ({ id: index + 1, name, nameRu: name === 'Designer' ? 'Дизайнер' : null, aliases: [] }))
const read = readWantedRoles(wantedRoleReader(roles))
const readCell = (cell: string) => {
  const result = read(cell)
  return 'fault' in result ? result.fault : result.value.map(({ role, count }) => [role, count])
}

const cells: [cell: string, expected: [string, number][]][] = [
  ['', []],
  ['Designer 2; QA', [['Designer', 2], ['QA', 1]]], // biome-ignore format: a table
  ['qa;  дизайнер   12 ', [['QA', 1], ['Designer', 12]]], // biome-ignore format: a table
  ['Designer × 2', [['Designer', 2]]],
  ['Designer×2', [['Designer', 2]]],
  ['Designer x2', [['Designer', 2]]],
  ['Дизайнер х 3', [['Designer', 3]]],
  ['Designer 2\nDesigner', [['Designer', 3]]],
  ['Level 2', [['Level', 2]]],
  ['Level 2 1', [['Level 2', 1]]],
  ['Dev X 2', [['Dev X', 2]]],
  ['Linux 4', [['Linux', 4]]],
  ['Web3', [['Web3', 1]]],
  ['Web3 3', [['Web3', 3]]],
]
for (const [cell, expected] of cells)
  test(`the cell ${JSON.stringify(cell)} is read`, () => {
    assert.deepEqual(readCell(cell), expected)
  })

const faulty: [cell: string, code: string, details: object][] = [
  ['Wizard 2; QA; Elf', 'unknown_role', { value: 'Wizard\0Elf' }],
  ['Desinger x 2', 'unknown_role', { value: 'Desinger' }],
  ['5', 'unknown_role', { value: '5' }],
  ['QA 0', 'wanted_count', { most: 20 }],
  ['QA 21', 'wanted_count', { most: 20 }],
  [`QA ${'9'.repeat(400)}`, 'wanted_count', { most: 20 }],
  ['QA 20; QA', 'wanted_count', { most: 20 }],
  [Array.from({ length: 13 }, () => 'QA').join(';'), 'too_many', { count: 13, most: 12 }],
  ['x'.repeat(201), 'too_long', { length: 201, most: 200 }],
]
for (const [cell, code, details] of faulty)
  test(`the cell ${JSON.stringify(cell.slice(0, 40))} is refused: ${code}`, () => {
    assert.deepEqual(readCell(cell), { code, details })
  })

test('what is written is read back', () => {
  for (const role of names)
    for (const count of [1, 2, 20]) assert.deepEqual(readCell(wantedCell([{ role, count }])), [[role, count]], `${role} ${count}`)
  assert.equal(
    wantedCell([
      { role: 'Designer', count: 2 },
      { role: 'QA', count: 1 },
    ]),
    'Designer 2; QA',
  )
})
