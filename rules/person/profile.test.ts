import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deletedPersonName } from '#rules/text/state-texts.ts'
import { inOrder, isCountry, type ProjectRelation, type Ranked, rankOf, readNames, readNewEmail, whyNotDeleteAccount } from './profile.ts'

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

test('a country is a code of two capital letters', () => {
  assert.equal(isCountry('GB') && !isCountry('gb') && !isCountry('XX'), true)
})
