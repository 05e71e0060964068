import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf } from '#texts/server.ts'
import type { Difference } from './check.ts'
import { differenceText } from './check-text.ts'

const proofText = textsOf('proof')
const differenceIn = (language: string, difference: Difference): string =>
  differenceText((key, values) => proofText(language, key, values), difference)

test('differences are one line in both languages', () => {
  const cases: [Difference, string, string][] = [
    [{ step: 'format', at: { path: '', fault: 'json' } }, 'this is not JSON', 'это не JSON'],
    [{ step: 'format', at: { path: 'marks.0', fault: 'order' } }, 'marks.0: the list is not sorted', 'marks.0: список не отсортирован'],
    [
      { step: 'placement', team: 'A', stated: null, expected: 'x' },
      'A: the file says no place, it should be x',
      'A: в файле без места, должно быть x',
    ],
    [
      { step: 'placement', team: 'A', stated: 'x', expected: undefined },
      'A: the file says x, it should be nothing',
      'A: в файле x, должно быть ничего',
    ],
    [{ step: 'seed', stated: 'aa', expected: 'bb' }, 'the file says aa, it should be bb', 'в файле aa, должно быть bb'],
    [
      { step: 'published', key: 'rule', stated: 'fair', expected: 'fullest' },
      'rule: the file says fair, it should be fullest',
      'rule: в файле fair, должно быть fullest',
    ],
  ]
  for (const [difference, en, ru] of cases) {
    assert.equal(differenceIn('en', difference), en)
    assert.equal(differenceIn('ru', difference), ru)
  }
})

test('control characters and long texts of a foreign file are not repeated', () => {
  const text = differenceIn('en', { step: 'placement', team: `\u001b[31m\u202e${'x'.repeat(5000)}`, stated: null, expected: null })
  assert.ok(!text.includes('\u001b') && !text.includes('\u202e'))
  assert.ok(text.length < 200)
})
