import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalise, scanWords } from './words.ts'

function read(text: string) {
  const words: string[] = []
  const aliases: string[] = []
  scanWords(normalise(text), (word, alias) => (alias ? aliases : words).push(word))
  return { words, aliases }
}

test('case, compatibility forms, accents and ё are folded, but й stays й', () => {
  assert.deepEqual(read('CAFÉ Ёлка Йод ﬁle Łódź И\u0306од е\u0308ж').words, ['cafe', 'елка', 'йод', 'file', 'lodz', 'йод', 'еж'])
  assert.deepEqual(read('под\u00adвиг за\u0301мок').words, ['подвиг', 'замок'])
})

test('names of languages keep their signs', () => {
  assert.deepEqual(read('C, C++ and C#; F#.').words, ['c', 'c++', 'and', 'c#', 'f#'])
  assert.deepEqual(read('С++ (Cyrillic), a+b, 1+1, #tag').words, ['c++', 'cyrillic', 'a', 'b', '1', '1', 'tag'])
  assert.deepEqual(read('.NET'), { words: ['.net'], aliases: ['net'] })
  assert.deepEqual(read('Node.js'), { words: ['node', 'js'], aliases: ['.js', 'nodejs'] })
})

test('a compound is indexed by its parts and as one word', () => {
  assert.deepEqual(read('веб-приложение Wi-Fi'), { words: ['веб', 'приложение', 'wi', 'fi'], aliases: ['вебприложение', 'wifi'] })
  assert.deepEqual(read('2024-2025 3.5'), { words: ['2024', '2025', '3', '5'], aliases: [] })
})

test('punctuation separates words, also a full stop without a space in Russian', () => {
  assert.deepEqual(read('Конец.Начало «Горн» — don’t the client’s…end').words, ['конец', 'начало', 'горн', 'don', 'the', 'client', 'end'])
})

test('signs, lone surrogates, NUL and endless words are accepted', () => {
  assert.deepEqual(read('\ud800 \0 \udc00 ... --- +++ ### 🙂').words, [])
  assert.deepEqual(read('a\0b').words, ['a', 'b'])
  assert.equal(read('x'.repeat(5000)).words[0]?.length, 40)
})

test('a field full of combining marks does not take quadratic time', () => {
  const before = process.threadCpuUsage()
  read(`a${'\u0301\u05b0\u20d0\u0e38\u0323'.repeat(40_000)}`)
  assert.ok(process.threadCpuUsage(before).user < 2_000_000)
})
