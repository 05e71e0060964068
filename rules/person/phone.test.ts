import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPhone, writePhone } from './phone.ts'

test('phone numbers are stored as E.164', () => {
  for (const [text, number] of [
    ['+44 7700 900123', '+447700900123'],
    ['+7 (912) 345-67-89', '+79123456789'],
    ['00 49 30 123456', '+4930123456'],
    ['  +375291234567 ', '+375291234567'],
    ['+1.202.555.0143', '+12025550143'],
    ['+7 912 345\u201367\u201389', '+79123456789'],
    ['', ''],
    ['   ', ''],
  ] as const)
    for (const locale of ['en', 'ru'] as const) assert.equal(readPhone(text, locale), number, text)
})

test('a number without a country code is accepted only with the locale ru', () => {
  for (const text of ['8 912 345-67-89', '89123456789', '79123456789', '(912) 345-67-89']) {
    assert.equal(readPhone(text, 'ru'), '+79123456789', text)
    assert.equal(readPhone(text, 'en'), null, text)
  }
  for (const text of ['020 7946 0958', '112', '8 800', '07700 900123'])
    for (const locale of ['en', 'ru'] as const) assert.equal(readPhone(text, locale), null, text)
})

test('national numbers are those of the directory’s country, and numbers are written in groups', () => {
  for (const locale of ['en', 'ru'] as const) {
    assert.equal(readPhone('07400 123456', locale, 'GB'), '+447400123456')
    assert.equal(readPhone('0151 12345678', locale, 'DE'), '+4915112345678')
    assert.equal(readPhone('+7 912 345-67-89', locale, 'GB'), '+79123456789')
    assert.equal(readPhone('8 912 345-67-89', locale, 'GB'), null)
  }
  assert.equal(writePhone('+447400123456'), '+44 7400 123456')
  assert.equal(writePhone('+79123456789'), '+7 912 345 67 89')
  assert.equal(writePhone(''), '')
})

test('invalid phone numbers are refused', () => {
  const bad = [
    '+',
    '+44',
    '+999 123 456 789',
    '+7 912 345',
    'call me',
    '+1 800 FLOWERS',
    '+44 7700 900123 ext. 5',
    '+44\u00007700900123',
    '+٤٤٧٧٠٠٩٠٠١٢٣',
    'tel:+447700900123',
  ]
  for (const text of [...bad, `+${'4'.repeat(39)}`, '++447700900123'])
    for (const locale of ['en', 'ru'] as const) assert.equal(readPhone(text, locale), null, text)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      assert.match(readPhone(text, 'ru') ?? '', /^(\+[1-9]\d{4,14})?$/)
    }),
    { numRuns: 300 },
  )
})
