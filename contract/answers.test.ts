import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { answersOf, errorsOf } from './answers.ts'
import { type Endpoint, Nothing } from './endpoint.ts'
import { commonErrors } from './errors.ts'

const call = (more: Partial<Endpoint>): Endpoint => ({
  id: 'tried',
  method: 'GET',
  path: '/tried',
  access: 'public',
  tag: 'Tests',
  summary: 'A call of these tests',
  answer: Type.Object({}),
  errors: [],
  ...more,
})
const implied = (more: Partial<Endpoint>): string[] => errorsOf(call(more)).filter((code) => !commonErrors.includes(code as never))
const found = (more: Partial<Endpoint>): Record<number, string[]> =>
  Object.fromEntries(answersOf(call(more)).map(({ status, content }) => [status, Object.keys(content)]))

const ofBody = ['malformed_json', 'body_too_large', 'unsupported_media_type', 'request_timeout']
const ofKey = ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress']
const ofAccess = ['not_signed_in', 'invalid_token', 'database_unavailable']

const rules: [what: string, more: Partial<Endpoint>, codes: string[]][] = [
  ['a public GET without parameters', {}, []],
  ['its own errors first', { errors: ['project_not_found'], access: 'signed-in' }, ['project_not_found', ...ofAccess]],
  ['an endpoint for curators', { access: 'curator' }, [...ofAccess, 'not_permitted']],
  ['an endpoint for administrators', { access: 'administrator' }, [...ofAccess, 'not_permitted', 'sign_in_again']],
  ['any text in the path', { path: '/tried/{x}', params: Type.Object({ x: Type.String() }) }, ['bad_url']],
  [
    'a number in the path',
    { path: '/tried/{x}', params: Type.Object({ x: Type.String({ pattern: '^\\d+$' }) }) },
    ['bad_url', 'invalid_input'],
  ],
  [
    'a short text in the path',
    { path: '/tried/{x}', params: Type.Object({ x: Type.String({ maxLength: 9 }) }) },
    ['bad_url', 'invalid_value'],
  ],
  ['a query, whose keys may be repeated', { query: Type.Object({ x: Type.Optional(Type.String()) }) }, ['invalid_input']],
  ['a query with an enum', { query: Type.Object({ x: Type.Unsafe({ type: 'string', enum: ['a'] }) }) }, ['invalid_input', 'invalid_value']],
  ['a POST without a body', { method: 'POST' }, [...ofBody, 'outcome_unknown', ...ofKey]],
  [
    'a POST with a body',
    { method: 'POST', body: Type.Object({ x: Type.Boolean() }) },
    ['invalid_input', ...ofBody, 'outcome_unknown', ...ofKey],
  ],
  [
    'a bound nested in the body',
    { method: 'POST', body: Type.Object({ x: Type.Array(Type.Object({ y: Type.Integer({ minimum: 1 }) })) }) },
    ['invalid_input', 'invalid_value', ...ofBody, 'outcome_unknown', ...ofKey],
  ],
  ['a search by POST', { method: 'POST', sameForAll: true }, ofBody],
  ['a POST of the sign-in', { method: 'POST', isSignIn: true }, [...ofBody, 'outcome_unknown']],
  ['a POST that changes nothing', { method: 'POST', changesNothing: true }, [...ofBody, 'idempotency_key_invalid']],
  ['a PUT', { method: 'PUT' }, [...ofBody, 'precondition_failed', 'outcome_unknown']],
  ['a PUT of something without a version', { method: 'PUT', hasNoVersion: true }, [...ofBody, 'outcome_unknown']],
  ['a DELETE', { method: 'DELETE' }, [...ofBody, 'precondition_failed', 'outcome_unknown']],
  [
    'files',
    { method: 'PUT', files: { most: 1, mostBytes: 1 } },
    [
      ...ofBody,
      'malformed_upload',
      'file_too_large',
      'too_many_files',
      'storage_full',
      'too_slow',
      'too_many_jobs',
      'upload_limit',
      'storage_unavailable',
      'precondition_failed',
      'outcome_unknown',
    ],
  ],
  [
    'range requests',
    { success: { status: 200, description: '', types: ['*/*'], hasRanges: true } },
    ['range_not_satisfiable', 'storage_unavailable', 'file_damaged'],
  ],
  ['a browser route validates its own values', { query: Type.Object({ x: Type.String() }), pages: { 400: 'wrong' } }, []],
]
for (const [what, more, codes] of rules)
  test(`${what}: ${codes.join(', ') || 'nothing of its own'}`, () => assert.deepEqual(implied(more), codes))

test('every endpoint has the common errors', () => {
  for (const code of commonErrors) assert.ok(errorsOf(call({})).includes(code), code)
})

test('a success response has its status and types, and a GET can be 304', () => {
  const good = (more: Partial<Endpoint>) => Object.fromEntries(Object.entries(found(more)).filter(([status]) => Number(status) < 400))
  assert.deepEqual(good({}), { 200: ['application/json'], 304: [] })
  assert.deepEqual(good({ method: 'POST' }), { 200: ['application/json'] })
  assert.deepEqual(good({ method: 'DELETE', answer: Nothing }), { 204: [] })
  assert.deepEqual(good({ success: { status: 302, description: 'away' } }), { 302: [] })
  assert.deepEqual(good({ success: { status: 200, description: 'a file', types: ['a/b'], hasRanges: true } }), {
    200: ['a/b'],
    206: ['a/b'],
    304: [],
  })
  assert.deepEqual(good({ success: { status: 200, description: 'events', types: ['text/event-stream'], isStream: true } }), {
    200: ['text/event-stream'],
  })
})

test('one status can have a problem and a page', () => {
  const answers = answersOf(call({ pages: { 400: 'something is wrong', 403: 'closed' } }))
  const at = (status: number) => answers.find((answer) => answer.status === status)!
  assert.deepEqual(Object.keys(at(400).content), ['application/problem+json', 'text/html'])
  assert.deepEqual(at(400).codes, ['bad_http', 'duplicate_authorization'])
  assert.match(at(400).description, /`bad_http`: .*; a page: something is wrong$/)
  assert.deepEqual([Object.keys(at(403).content), at(403).codes], [['text/html'], []])
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
  )
})
