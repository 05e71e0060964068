import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootOf } from './root.ts'
import { cutsOf } from './split.ts'
import { stemOf } from './stem.ts'

test('a word is cut between letters and digits only, or anywhere with three letters on both sides', () => {
  assert.deepEqual(cutsOf('55cm'), [['55', 'cm']])
  assert.deepEqual(cutsOf('ros2'), [['ros', '2']])
  assert.deepEqual(cutsOf('beehive'), [
    ['bee', 'hive'],
    ['beeh', 'ive'],
  ])
  assert.deepEqual(cutsOf('handle'), [])
})

for (const family of ['сортировка сортировщик сортировать', 'пожар пожарный', 'переводчик перевод', 'allergy allergen allergic'])
  test(`one root: ${family}`, () => assert.equal(new Set(family.split(' ').map((word) => rootOf(stemOf(word)))).size, 1))

for (const strangers of ['жестокость жест', 'печаль печать', 'дворец двор', 'стендап стенд', 'тепловоз теплоход', 'кровать кровь'])
  test(`different roots: ${strangers}`, () => assert.equal(new Set(strangers.split(' ').map((word) => rootOf(stemOf(word)))).size, 2))

test('a stem is never a preposition', () => {
  assert.equal(stemOf('надо'), 'надо')
  assert.equal(stemOf('sos'), 'sos')
  assert.equal(stemOf('записью'), stemOf('запись'))
})
