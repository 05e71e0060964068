import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeSlug, isSlug, proposeSlug } from './slug.ts'

test('a name is transliterated to a slug', () => {
  const proposals: [string, string][] = [
    ['Bridge Watch', 'bridge-watch'],
    ['  Sensors — for old  bridges! ', 'sensors-for-old-bridges'],
    ['Умный город', 'umny-gorod'],
    ['Щит и хорошее съёмочное чудо', 'shchit-i-khoroshee-semochnoe-chudo'],
    ['Ёлочный базар: подъезд № 5', 'elochny-bazar-podezd-no-5'],
    ['Южный йод и Эхо', 'yuzhny-yod-i-ekho'],
    ['Район «Цветной»', 'rayon-tsvetnoy'],
    ['Чай, жираф, шина, мышь', 'chay-zhiraf-shina-mysh'],
    ['И\u0306од'.normalize('NFD'), 'yod'], // with a combining accent
    ['Їжак і ґанок', 'yizhak-i-ganok'],
    ['Café Zürich, straße, Łódź, Ærø', 'cafe-zurich-strasse-lodz-aero'],
    ['ＦＵＬＬ ｗｉｄｔｈ ²', 'full-width-2'],
    ['Anna’s & Boris\u0027s C++', 'annas-boriss-c'],
    ['İstanbul', 'istanbul'],
    ['a--b__c', 'a-b-c'],
  ]
  for (const [name, slug] of proposals) assert.equal(proposeSlug(name), slug, name)
})

test('every name gives a valid slug', () => {
  for (const name of ['', '   ', '東京', '— …', '🚀', '\0']) assert.equal(proposeSlug(name), 'project', name)
  assert.equal(proposeSlug('New'), 'new-project')
  assert.equal(proposeSlug('File type'), 'file-type-project')
  for (const name of ['Active', 'findmany', 'Results', 'LINKS', 'Щ'.repeat(200), 'x'.repeat(200), 'ß'.repeat(100), '\ud800', 'new-', '-'])
    assert.ok(isSlug(proposeSlug(name)), `${name}: ${proposeSlug(name)}`)
})

test('a long slug is cut at a hyphen, or inside a word without hyphens', () => {
  const words = Array.from({ length: 20 }, () => 'seven77').join(' ')
  assert.equal(proposeSlug(words), Array.from({ length: 10 }, () => 'seven77').join('-')) // 79 characters
  assert.equal(proposeSlug(`${'a'.repeat(39)} ${'b'.repeat(40)} c`), `${'a'.repeat(39)}-${'b'.repeat(40)}`, 'exactly 80 stay')
  assert.equal(proposeSlug(`${'a'.repeat(39)} ${'b'.repeat(41)}`), 'a'.repeat(39))
  assert.equal(proposeSlug('x'.repeat(100)), 'x'.repeat(80))
})

test('valid and invalid slugs', () => {
  for (const slug of ['a', '7', 'city-tree-census', 'new-bridge', 'x'.repeat(80)]) assert.ok(isSlug(slug), slug)
  const wrong = ['', '-', '-a', 'a-', 'a--b', 'A', 'a b', 'ы', 'a_b', 'a/b', 'x'.repeat(81), 'a\n', ' a', 'a\u200b', 'a\0']
  for (const slug of [...wrong, 'active', 'new', 'findmany', 'results', 'links', 'file-type']) assert.ok(!isSlug(slug), slug)
})

test('a taken slug gets the first free number, within the maximum length', () => {
  const taken =
    (...slugs: string[]) =>
    (slug: string) =>
      slugs.includes(slug)
  assert.equal(freeSlug('bridge', taken()), 'bridge')
  assert.equal(freeSlug('bridge', taken('bridge')), 'bridge-2')
  assert.equal(freeSlug('bridge', taken('bridge', 'bridge-2', 'bridge-4')), 'bridge-3')
  const long = 'x'.repeat(80)
  assert.equal(freeSlug(long, taken(long)), `${'x'.repeat(78)}-2`)
  const hyphened = `${'x'.repeat(77)}-yy`
  assert.equal(freeSlug(hyphened, taken(hyphened)), `${'x'.repeat(77)}-2`, 'no two hyphens')
  const many = new Set([long, ...Array.from({ length: 9 }, (_, n) => `${'x'.repeat(78)}-${n + 1}`)])
  const free = freeSlug(long, (slug) => many.has(slug))
  assert.equal(free, `${'x'.repeat(77)}-10`)
  assert.ok(isSlug(free))
})
