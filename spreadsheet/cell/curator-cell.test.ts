import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curatorReader } from './curator-cell.ts'

const olga = { id: 1, emails: ['olga@office.example'], login: 'olga', name: 'Воронова Ольга Сергеевна', cell: 'olga@office.example' }
const igor = { id: 2, emails: [], login: 'igor', name: 'Мартынов Игорь', cell: 'Мартынов Игорь' }
const other = { id: 3, emails: ['m@office.example'], login: 'm', name: 'Мартынов Игорь Петрович', cell: 'm@office.example' }
const read = curatorReader([olga, igor, other])

test('a curator is found by email, login or name, in any case and order, with or without the patronymic', () => {
  for (const cell of [
    'Olga@Office.Example',
    'olga',
    'воронова ольга',
    ' Ольга  Воронова ',
    'Ольга Сергеевна Воронова',
    'Воронова Ольга Сергеевна',
  ])
    assert.deepEqual(read(cell), { value: { id: 1, cell: 'olga@office.example' } }, cell)
  assert.deepEqual(read('igor'), { value: { id: 2, cell: 'Мартынов Игорь' } })
  assert.deepEqual(read(' '), { value: { id: null, cell: '' } })
})

test('an unknown or ambiguous curator is refused', () => {
  assert.deepEqual(read('Anna'), { fault: { code: 'unknown_curator', details: { value: 'Anna' } } })
  assert.deepEqual(read('Игорь Мартынов'), { fault: { code: 'several_curators', details: { value: 'Игорь Мартынов' } } })
})
