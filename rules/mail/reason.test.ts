import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailReasons, reasonInWords } from './reason.ts'

test('every reason is said in words', () => {
  for (const [code, words] of Object.entries(mailReasons)) assert.match(words, /^[a-z’]+ .*[a-z)]$/, code)
})

test('the reply of a mail server is shown as it is', () => {
  assert.equal(reasonInWords('turned_off'), 'the recipient turned off these emails')
  assert.equal(reasonInWords('550 5.1.1 no such user'), '550 5.1.1 no such user')
})
