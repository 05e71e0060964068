import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullName, whyNotClose, whyNotSetAccess } from './person.ts'

const person = { id: 1, access: 'administrator', isDisabled: false, otherAdministrators: 1 } as const
const last = { ...person, otherAdministrators: 0 }

test('no one changes their own access, and the last administrator remains', () => {
  assert.equal(whyNotSetAccess(person, 'member', 2), null)
  assert.equal(whyNotSetAccess(person, 'member', 1), 'not_yourself')
  assert.equal(whyNotSetAccess(person, 'administrator', 1), 'not_yourself')
  assert.equal(whyNotSetAccess(last, 'curator', 2), 'last_administrator')
  assert.equal(whyNotSetAccess(last, 'administrator', 2), null)
  assert.equal(whyNotSetAccess({ ...last, access: 'curator' }, 'member', 2), null)
  assert.equal(whyNotSetAccess({ ...last, isDisabled: true }, 'member', 2), null)
  assert.equal(whyNotClose(person, 2), null)
  assert.equal(whyNotClose(person, 1), 'not_yourself')
  assert.equal(whyNotClose(last, 2), 'last_administrator')
  assert.equal(whyNotClose({ ...last, access: 'member' }, 2), null)
})

test('a full name omits empty parts', () => {
  assert.equal(fullName({ surname: 'Ковалёва', name: 'Анна', patronymic: 'Дмитриевна' }), 'Ковалёва Анна Дмитриевна')
  assert.equal(fullName({ surname: '', name: 'Anna', patronymic: '' }), 'Anna')
  assert.equal(fullName({ surname: '', name: '', patronymic: '' }), '')
})
