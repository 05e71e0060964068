import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailTemplateOf, titleOf } from '#contract/error-text.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { languages } from '#texts/languages.ts'
import { placeholdersOf } from '#texts/write.ts'
import { problemOf, Refusal, refusalOf, refuseIfFaulty } from './problem.ts'

const docs = 'http://directory.test/docs'
const codes = Object.keys(errorStatus) as ErrorCode[]
for (const language of languages as Language[])
  test(`every code becomes a problem in ${language} with all placeholders filled`, () => {
    for (const code of codes) {
      const details = Object.fromEntries(placeholdersOf(detailTemplateOf(code, 'en')).map((place) => [place, `<${place}>`]))
      const { status, headers, body } = problemOf(new Refusal(code, details), language, 'call-0001', docs)
      const problem = JSON.parse(body)
      assert.equal(status, errorStatus[code])
      assert.deepEqual(Object.keys(problem), ['type', 'title', 'status', 'detail', 'code', 'requestId'])
      assert.equal(problem.type, `${docs}#${code.replaceAll('_', '-')}`)
      assert.equal(problem.title, titleOf(code, language))
      assert.doesNotMatch(problem.detail, /[{}]/)
      for (const [place, value] of Object.entries(details))
        assert.ok(problem.detail.includes(place === 'requestId' ? 'call-0001' : value), `${code} ${place}`)
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
      assert.equal(headers['content-language'], language)
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

test('only common statuses are used, and those that ask for a retry have Retry-After', () => {
  for (const code of codes) {
    const status = errorStatus[code]
    assert.ok([400, 401, 403, 404, 405, 408, 409, 412, 413, 414, 415, 416, 422, 428, 429, 431, 500, 503, 507].includes(status), code)
    // The caller knows the time.
    const isTimed = [
      'too_many_calls',
      'too_many_mails',
      'upload_limit',
      'too_many_questions',
      'too_many_notes',
      'too_many_announcements',
      'too_many_new_teams',
      'too_many_invitations',
      'too_many_join_requests',
      'too_many_leave_requests',
    ].includes(code)
    const given = isTimed ? { headers: { 'retry-after': '7' } } : {}
    const retry = problemOf(new Refusal(code, {}, given), 'en', 'x', docs).headers['retry-after']
    if (status === 408 || status === 429 || status === 503) assert.ok(Number(retry) >= 1, code)
    else assert.equal(retry, undefined, code)
  }
})

test('a value of the wrong type is a 400, one that a rule forbids a 422', () => {
  refuseIfFaulty([])
  for (const [code, expected] of [
    ['wrong_type', 'invalid_input'],
    ['required', 'invalid_input'],
    ['not_a_date', 'invalid_input'],
    ['out_of_range', 'invalid_value'],
    ['too_long', 'invalid_value'],
    ['unknown_word', 'invalid_value'],
    ['too_many', 'invalid_value'],
  ] as const)
    assert.throws(
      () => refuseIfFaulty([{ path: 'page', code }]),
      (error: Refusal) => error.code === expected && error.details.keys === 'page',
      code,
    )
  const both = [
    { path: 'a', code: 'too_long' as const },
    { path: 'b', code: 'wrong_type' as const },
  ]
  assert.throws(() => refuseIfFaulty(both), { code: 'invalid_input', details: { keys: 'a, b' } })
})

test('each fault says in the caller’s language what its value should be, twenty of them at most', () => {
  const fault = { path: 'page', code: 'wrong_type' as const, params: { expected: 'integer' } }
  const say = (language: 'en' | 'ru') =>
    JSON.parse(problemOf(new Refusal('invalid_input', { keys: 'page' }, { faults: Array(30).fill(fault) }), language, 'x', docs).body)
      .errors
  assert.equal(say('en').length, 20)
  assert.deepEqual(say('en')[0], { path: 'page', code: 'wrong_type', message: 'should be a whole number' })
  assert.equal(say('ru')[0].message, 'ожидается: целое число')
})

test('an unexpected error is a 500 without details', () => {
  const refusal = refusalOf(new TypeError('secret inner workings'))
  assert.equal(refusal.code, 'internal')
  assert.doesNotMatch(problemOf(refusal, 'en', 'call-0001', docs).body, /secret|TypeError|at /)
  assert.equal(refusalOf(null).code, 'internal')
  assert.equal(refusalOf('text').code, 'internal')
})

test('a database outage is distinguished from an internal error', () => {
  for (const code of ['ECONNREFUSED', 'CONNECTION_ENDED', '57P01', '57014'])
    assert.equal(refusalOf(Object.assign(new Error(), { code })).code, 'database_unavailable')
  assert.equal(refusalOf(Object.assign(new Error(), { code: '23505' })).code, 'internal')
})
