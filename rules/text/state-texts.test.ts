import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyName, notPlaceableInWords, roundStateInWords, ruleInWords } from './state-texts.ts'

test('the rule and the states have words in both languages', () => {
  assert.match(ruleInWords('fullest', 'en'), /tactics can pay/)
  assert.match(ruleInWords('fair', 'ru'), /жеребьёвки/)
  assert.equal(roundStateInWords('open', false, 'ru'), 'идёт приём')
  assert.equal(roundStateInWords('sealed', true, 'en'), 'being published')
  assert.equal(notPlaceableInWords('excluded', 'Owls', 'en'), 'a team put into a project by hand cannot take it: Owls')
})

test('the name of a copy has one suffix, within the maximum length', () => {
  assert.equal(copyName('Bridge', 'en'), 'Bridge (copy)')
  assert.equal(copyName('Мост', 'ru'), 'Мост (копия)')
  assert.equal(copyName('Bridge (copy)', 'en'), 'Bridge (copy)')
  const long = copyName('x'.repeat(200), 'en')
  assert.equal(long.length, 200)
  assert.match(long, /x \(copy\)$/)
  assert.equal(copyName(`${'x'.repeat(192)}🌉${'y'.repeat(6)}`, 'en'), `${'x'.repeat(192)} (copy)`)
})
