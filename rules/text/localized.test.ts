import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localized } from './localized.ts'

test('a text is in the language of the reader, else in the first that has one', () => {
  const texts = { en: 'Imprint', ru: '' }
  assert.equal(localized(texts, 'en'), 'Imprint')
  assert.equal(localized(texts, 'ru'), 'Imprint')
  assert.equal(localized(texts, 'de'), 'Imprint')
  assert.equal(localized({ en: '', ru: 'Выходные данные' }, 'en'), 'Выходные данные')
  assert.equal(localized({}, 'en'), '')
})
