import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { documentTexts } from '#run/documents.ts'
import { breaksOf } from './compatible.ts'
import { type Facts, factsOf } from './facts.ts'

// The facts of the documents of commit a11936e3, the contract that clients in the field were made for.
const published = JSON.parse(brotliDecompressSync(readFileSync(new URL('a11936e3.json.br', import.meta.url))).toString())
const earlier = (part: 'api' | 'auth'): Facts => new Map(published[part])

// These were described as JSON and with an optional file too, but are always refused without one (file_missing).
const needFile = [
  'POST /project/results/upload-file',
  'POST /project/results/change-file',
  'POST /project/{slug}/cover',
  'PUT /profile/avatar',
  'POST /console/project/{id}/file',
  'POST /console/settings/logo',
]
const allowed = needFile.flatMap((call) => [`removed: ${call} > application/json`, `: ${call} > multipart/form-data .files`])

for (const part of ['api', 'auth'] as const)
  test(`the ${part} document promises everything that the published one did`, () => {
    assert.ok(earlier(part).size > 100)
    const breaks = breaksOf(earlier(part), factsOf(JSON.parse(documentTexts()[part])))
    assert.deepEqual(
      breaks.filter((what) => !allowed.some((part) => what.includes(part))),
      [],
    )
  })

const name = { type: 'string', maxLength: 80 }
const team = (more: object = {}, required = ['name']) => ({
  type: 'object',
  required,
  properties: { name, state: { type: 'string', enum: ['a', 'b'] }, ...more },
})
const problem = (codes: string[]) => ({
  'application/problem+json': { schema: { allOf: [{}, { properties: { code: { enum: codes } } }] } },
})
const documentWith = ({
  sent = team() as object,
  answered = team() as object,
  codes = ['x', 'y'],
  parameters = [] as Parameters<typeof factsOf>[0]['paths'][string][string]['parameters'] & object,
}) => ({
  paths: {
    '/team': {
      post: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'string', pattern: '^\\d{1,10}$' } }, ...parameters],
        requestBody: { content: { 'application/json': { schema: sent } } },
        responses: {
          200: { content: { 'application/json': { schema: answered } } },
          404: { content: problem(codes) },
        },
      },
    },
  },
})
const breaksWith = (change: Parameters<typeof documentWith>[0]) => breaksOf(factsOf(documentWith({})), factsOf(documentWith(change)))

const changes: [what: string, change: Parameters<typeof documentWith>[0], breaks: string[]][] = [
  ['nothing', {}, []],
  ['a new property in both directions', { sent: team({ z: name }), answered: team({ z: name }, ['name', 'z']) }, []],
  ['a longer text is accepted', { sent: team({ name: { type: ['string', 'null'], maxLength: 90 } }) }, []],
  ['a new word in an answer', { answered: team({ state: { type: 'string', enum: ['a', 'b', 'c'] } }) }, []],
  ['a new error code', { codes: ['x', 'y', 'z'] }, []],
  ['an optional parameter', { parameters: [{ name: 'z', in: 'query', schema: {} }] }, []],
  [
    'a property of an answer is gone',
    { answered: { ...team(), properties: { name } } },
    ['removed: POST /team < 200 application/json .state'],
  ],
  ['a property of an answer may be missing', { answered: team({}, []) }, ['may now be missing: POST /team < 200 application/json .name']],
  [
    'a property of an answer may be null',
    { answered: team({ name: { type: ['string', 'null'] } }) },
    ['may now be null: POST /team < 200 application/json .name'],
  ],
  ['a property that may be sent is gone', { sent: { ...team(), properties: { name } } }, ['removed: POST /team > application/json .state']],
  ['a property has to be sent', { sent: team({}, ['name', 'state']) }, ['newly required: POST /team > application/json .state']],
  ['a new property has to be sent', { sent: team({ z: name }, ['name', 'z']) }, ['newly required: POST /team > application/json .z']],
  [
    'a parameter has to be sent',
    { parameters: [{ name: 'z', in: 'query', required: true, schema: {} }] },
    ['newly required: POST /team > query z'],
  ],
  [
    'a word is no longer accepted',
    { sent: team({ state: { type: 'string', enum: ['a'] } }) },
    ['fewer words: POST /team > application/json .state'],
  ],
  [
    'a shorter text',
    { sent: team({ name: { type: 'string', maxLength: 70 } }) },
    ['newly maxLength 70: POST /team > application/json .name'],
  ],
  [
    'a type is no longer accepted',
    { sent: team({ name: { type: 'integer', maxLength: 80 } }) },
    ['no longer accepts string: POST /team > application/json .name'],
  ],
  ['an error code is gone', { codes: ['x'] }, ['removed: POST /team < 404 y']],
]
for (const [what, change, breaks] of changes)
  test(`compared with what was published: ${what}`, () => assert.deepEqual(breaksWith(change), breaks))

test('it makes no difference whether a schema is repeated or referred to', () => {
  const referring = {
    ...documentWith({ sent: { $ref: '#/components/schemas/Team' }, answered: { $ref: '#/components/schemas/Team' } }),
    components: { schemas: { Team: team() } },
  }
  assert.deepEqual(factsOf(referring), factsOf(documentWith({})))
})
