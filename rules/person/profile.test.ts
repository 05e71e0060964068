import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deletedPersonName } from '#rules/text/state-texts.ts'
import {
  inOrder,
  isCountry,
  type ProjectRelation,
  type Ranked,
  rankOf,
  readNames,
  readNewEmail,
  readPhone,
  whyNotDeleteAccount,
  writePhone,
} from './profile.ts'

test('a full name: a value equal to the stored one is valid, the surname may be empty, someone has a name or a surname', () => {
  const odd = { name: 'a\u202eb', surname: '', patronymic: ' x ' }
  assert.deepEqual(readNames(odd, odd), odd)
  assert.deepEqual(readNames({ name: 'Анна', surname: '' }, odd), { name: 'Анна', surname: '', patronymic: ' x ' })
  assert.equal(readNames({ name: 'a\u202eb ', surname: '' }, odd), null, 'almost equal is new')
  const usual = { name: 'Анна', surname: 'Ковалёва', patronymic: 'Дмитриевна' }
  assert.deepEqual(readNames({ name: ' Анна ', surname: ' ', patronymic: '' }, usual), { name: 'Анна', surname: '', patronymic: '' })
  assert.equal(readNames({ ...usual, name: ' ' }, usual), null)
  assert.equal(readNames({ ...usual, patronymic: odd.name }, usual), null)
  const surnameOnly = { name: '', surname: 'Сократ', patronymic: '' }
  assert.equal(readNames({ name: '', surname: ' ' }, surnameOnly), null)
  assert.deepEqual(readNames({ name: 'Сократ', surname: '' }, surnameOnly), { name: 'Сократ', surname: '', patronymic: '' })
  const nameless = { name: '', surname: '', patronymic: '' }
  assert.deepEqual(readNames({ name: '', surname: '', patronymic: '' }, nameless), nameless)
})

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
  assert.equal(isCountry('GB') && !isCountry('gb') && !isCountry('XX'), true)
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

test('an empty or unchanged address changes nothing, a new one must be valid', () => {
  for (const same of ['', '  ', 'anna@example.org', ' Anna@Example.org '])
    assert.deepEqual(readNewEmail(same, 'anna@example.org'), { kind: 'same' }, same)
  assert.deepEqual(readNewEmail('', null), { kind: 'same' })
  for (const odd of ['not an address', ' a@b ']) assert.deepEqual(readNewEmail(odd, odd), { kind: 'same' }, 'equal to the stored one')
  assert.deepEqual(readNewEmail(' new@Example.org ', 'anna@example.org'), { kind: 'new', email: 'new@example.org' })
  assert.deepEqual(readNewEmail('a@b.org', null), { kind: 'new', email: 'a@b.org' })
  for (const bad of [
    'x',
    'a@b',
    'a@b.org,c@d.org',
    'a@b.org\r\nBcc: x@y.org',
    'a b@c.org',
    'a\u0000@b.org',
    '<a@b.org>',
    'a@[127.0.0.1]',
    `${'a'.repeat(65)}@b.org`,
  ])
    assert.deepEqual(readNewEmail(bad, 'anna@example.org'), { kind: 'invalid' }, bad)
})

const TODAY = 1000
const dates = (dateStart: number | null, dateEnd: number | null) => ({
  dateStart,
  dateEnd,
  enrollmentStart: null,
  enrollmentEnd: null,
  published: 0,
})
const ranked = (slug: string, start: number | null, end: number | null, ...relations: ProjectRelation[]): Ranked => ({
  slug,
  dates: dates(start, end),
  relations,
})
const works: ProjectRelation = { hold: 'works', since: 5 }
const finished: ProjectRelation = { hold: 'finished', since: 5 }
const applies: ProjectRelation = { hold: 'applies', since: 9 }
const asked: ProjectRelation = { hold: 'asked', since: 9 }
const orderOf = (...projects: Ranked[]) => inOrder(projects, TODAY).map(({ slug }) => slug)

test('order: running, upcoming, applications of free teams, finished projects, other requests', () => {
  const expected = ['running', 'endless', 'next', 'later', 'unknown', 'applied', 'just-over', 'long-over', 'asked']
  const projects = [
    ranked('running', 1000, 1000, { ...works, since: 7 }),
    ranked('endless', 1, null, works),
    ranked('next', 1001, 1002, works),
    ranked('later', 1500, null, works),
    ranked('unknown', null, null, works),
    ranked('just-over', 1, 999, works),
    ranked('long-over', 1, 500, finished),
    ranked('applied', 1100, 1200, applies, asked),
    ranked('asked', 1, 2000, asked),
  ]
  fc.assert(fc.property(fc.shuffledSubarray(projects, { minLength: 9 }), (shuffled) => assert.deepEqual(orderOf(...shuffled), expected)))
})

test('a project ranks by the best relation of one’s teams; a finished one is over even if it still runs for others', () => {
  assert.deepEqual(orderOf(ranked('a', 1, 2000, finished), ranked('b', 1, 2000, asked, works)), ['b', 'a'])
  assert.equal(rankOf(finished, dates(1, 2000), TODAY), rankOf(works, dates(1, 999), TODAY))
})

test('ties are sorted by the latest, then by slug, in any input order', () => {
  assert.deepEqual(orderOf(ranked('b', 1, 2000, works), ranked('a', 1, 2000, works), ranked('c', 1, 2000, { ...works, since: 6 })), [
    'c',
    'a',
    'b',
  ])
  assert.deepEqual(orderOf(ranked('old', null, null, asked), ranked('new', null, null, { ...asked, since: 10 })), ['new', 'old'])
})

test('the last administrator of the directory cannot delete the account', () => {
  const free = { isAdministrator: false, otherAdministrators: 0 }
  assert.equal(whyNotDeleteAccount(free), null)
  assert.equal(whyNotDeleteAccount({ ...free, isAdministrator: true }), 'last_administrator')
  assert.equal(whyNotDeleteAccount({ ...free, isAdministrator: true, otherAdministrators: 1 }), null)
  assert.notEqual(deletedPersonName('en'), deletedPersonName('ru'))
})
