import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameName } from '#spreadsheet/plan/same-name.ts'
import { totalRowOf } from './total-row.ts'

test('a row with a word for a total and numbers is a total, in any column', () => {
  for (const cells of [
    ['ИТОГО', '', '160'],
    ['', 'Итого:', '12', '1 234,5'],
    ['7', 'Всего', ''],
    ['Total', '160'],
    ['Grand total: 12'],
    ['Sum', '40 %'],
    ['Итого по кафедре', '12'],
    ['Всего студентов: 25'],
    ['Подитог', '3'].with(0, 'Сумма'),
  ])
    assert.ok(totalRowOf('project', 3, cells), cells.join('|'))
})

test('a row with other words, and names that only begin with such a word, are no totals', () => {
  for (const cells of [
    ['Total Recall', '2'],
    ['Итоговая аттестация', '3'],
    ['Summer school', '3'],
    ['Total', 'A project about totals'],
    ['total', 'Total', 'draft', '160'],
    ['Bridges', '160'],
    ['', '12'],
    [''],
  ])
    assert.equal(totalRowOf('project', 3, cells), null, cells.join('|'))
  assert.equal(totalRowOf('tag', 3, ['Total']), null)
})

test('spellings of one name are recognised, other names are not', () => {
  for (const [one, other] of [
    ['Иван Петров', 'Петров Иван Сергеевич'],
    ['Петров И. С.', 'Иван Петров'],
    ['Семён Петров', 'Семен  Петров'],
    ['Ivan Petrov', 'ivan petrow'],
    ['Иван', 'Иван Петров'],
  ])
    assert.ok(isSameName(one!, other!), `${one} ${other}`)
  for (const [one, other] of [
    ['Иван Петров', 'Анна Петрова'],
    ['Anna Petrova', 'Anna Sidorova'],
    ['Иван Петров', 'Олег Сидоров'],
  ])
    assert.ok(!isSameName(one!, other!), `${one} ${other}`)
})
