import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readViewQuery, whyNotChangeView } from './saved-view.ts'

test('the query of a view is stored in one form, without the page and without strange keys', () => {
  const cases: [string, string][] = [
    ['?status=open&sort=closes&page=3', 'status=open&sort=closes'],
    ['text=%D1%91%20x&text=y', 'text=y'],
    ['a-b=1&=2&tag=&columns=name,state', 'columns=name%2Cstate'],
    ['', ''],
    ['javascript:alert(1)', ''],
    ['x=\ud800', 'x=%EF%BF%BD'],
  ]
  for (const [given, expected] of cases) assert.equal(readViewQuery(given), expected, given)
  const many = Array.from({ length: 60 }, (_, at) => `${'abcdefghij'[at % 10]}${'abcdef'[Math.floor(at / 10)]}=1`).join('&')
  assert.equal(readViewQuery(many).split('&').length, 30)
})

test('a view is changed by its owner, a shared one by administrators too; private ones of others do not exist', () => {
  const curator = { id: 1, access: 'curator' } as const
  const admin = { id: 2, access: 'administrator' } as const
  assert.equal(whyNotChangeView({ ownerId: 1, isShared: false }, curator), null)
  assert.equal(whyNotChangeView({ ownerId: 2, isShared: true }, curator), 'view_not_own')
  assert.equal(whyNotChangeView({ ownerId: null, isShared: true }, curator), 'view_not_own')
  assert.equal(whyNotChangeView({ ownerId: 1, isShared: true }, admin), null)
  assert.equal(whyNotChangeView({ ownerId: 1, isShared: false }, admin), 'view_not_found')
})
