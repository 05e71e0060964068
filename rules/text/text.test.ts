import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanName, echo, normalised, readLine, readName, readText } from './text.ts'

// Spaces, controls, marks, letters that are composed or decomposed, and lone surrogates, next to each other.
const SPACES = [' ', '\t', '\n', '\r', '\u00a0', '\u2000', '\u2028']
const REMOVED = ['\0', '\x07', '\u0085', '\u202e', '\u2066', '\u200b', '\ufeff', '\ud800', '\udc00']
const LETTERS = ['e', '\u0301', '\u0323', '\u034f', '\u200d', '\uac00', '\u1100', '\u1161', '\u0958', '\u3164']
const hostile = (maxLength: number) =>
  fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...SPACES, ...REMOVED, ...LETTERS)),
    maxLength,
  })

test('names are trimmed and NFC-normalised', () => {
  assert.equal(readName('  Анна\u00a0'), 'Анна')
  assert.equal(readName('Zoe\u0308'), 'Zoë')
  assert.equal(readName('и\u0306ога'), 'йога')
  for (const name of [
    'O’Neill',
    'Ó Briain',
    'Ляйсан-Гузель',
    'นก',
    '王',
    'X Æ A-12',
    'می\u200cخواهم',
    '.',
    'a'.repeat(100),
    '😀'.repeat(100),
  ])
    assert.equal(readName(name), name)
})

test('empty, invisible, too long names and control characters are refused', () => {
  const bad = [
    '',
    '   ',
    '\u200d',
    '\u0301',
    '\u3000',
    '\u3164',
    '\u2800',
    '\ufe0f',
    'a'.repeat(101),
    'a\u0000b',
    'a\nb',
    'a\r\nb',
    'a\tb',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\ufeffb',
  ]
  for (const name of [...bad, 'a\u2028b', 'a\u0085b', 'a\ud800', '\udc00b', 'a\u{e0041}b', 'a\u00adb', 'a\u061cb'])
    assert.equal(readName(name), null, JSON.stringify(name))
})

test('only a patronymic may be empty', () => {
  assert.equal(readName('  ', true), '')
  assert.equal(readName(' Дмитриевна ', true), 'Дмитриевна')
  assert.equal(readName('\u0000', true), null)
})

test('reading a name is idempotent and gives a storable name', () => {
  fc.assert(
    fc.property(hostile(120), (text) => {
      const name = readName(text)
      if (name === null) return
      assert.equal(readName(name), name)
      assert.ok(
        name.isWellFormed() &&
          !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name) &&
          [...name].length <= 100 &&
          name.trim() === name,
      )
    }),
    { numRuns: 500 },
  )
})

test('a text keeps its lines and loses control characters and bidirectional controls', () => {
  assert.equal(readText('  a\0b\r\nc\rd\t\x07 \ud800 '), 'ab\nc\nd\t \ufffd')
  assert.equal(readText(' a\0b\r\nc\td\u202e\ud800 '), 'ab\nc\td\ufffd')
  assert.equal(readText('\u2066a\u2069\u0085\u007fb'), 'ab')
  assert.equal(readText('e\u0301'), '\u00e9')
  assert.equal(readText('שלום\u200f, a\u200db'), 'שלום\u200f, a\u200db', 'marks and joiners are part of a text')
  const nothing = [undefined, null, '', ' \n\t', '\0', '\u200b\u200b', '\u202e', '\ufeff', '\u3164', '\u0301']
  for (const given of nothing) assert.equal(readText(given), null, JSON.stringify(given))
})

test('a line is a text without line breaks', () => {
  assert.equal(readLine(' a\r\n\t b\u2028c  d\u202e '), 'a b c d')
  assert.equal(readLine('a \0 b\t\u202e\tc'), 'a b c', 'spaces around a removed character')
  for (const given of [null, undefined, '\n', '\u200b']) assert.equal(readLine(given), null)
})

test('reading a text is idempotent', () => {
  fc.assert(
    fc.property(hostile(60), (given) => {
      for (const read of [readText, readLine]) {
        const text = read(given)
        assert.equal(read(text), text)
        assert.ok(text === null || (text.isWellFormed() && text.trim() === text && text !== ''))
      }
    }),
    { numRuns: 500 },
  )
})

test('a name from another system is cleaned to a valid name', () => {
  assert.equal(cleanName(' An\u0000na\u202e \t Maria\u200b\u00ad\u{e0041} '), 'Anna Maria')
  for (const nothing of ['', '\u200b', '\u200d', '\u3164', '\u0301', ' \u202e ']) assert.equal(cleanName(nothing), '')
  fc.assert(
    fc.property(hostile(150), (given) => {
      const name = cleanName(given)
      assert.equal(readName(name, true), name)
    }),
    { numRuns: 500 },
  )
})

test('an echoed text is shortened, without control characters', () => {
  assert.equal(echo('a\u202eb\r\nc\0\ud800'), 'a�b��c��')
  assert.equal(echo('🙂'.repeat(64)), '🙂'.repeat(64))
  assert.equal(echo('🙂'.repeat(65)), `${'🙂'.repeat(64)}…`)
})

test('long runs of marks are normalised in parts, and twice is the same as once', () => {
  const text = `${'é й 가 ﬁ '.repeat(30)}e${'\u0301\u0323'.repeat(16)}`
  const once = normalised(text)
  assert.equal(once, normalised(once))
  assert.equal(once.replaceAll('\u034f', '').length, text.normalize('NFC').length)
  assert.equal(once.split('\u034f').length, 2)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (any) => {
      assert.equal(normalised(any), any.normalize('NFC')) // no language has thirty marks on a letter
      assert.equal(normalised(any, 'NFKD'), any.normalize('NFKD'))
    }),
  )
})
