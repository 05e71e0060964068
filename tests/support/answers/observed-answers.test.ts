import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  compare,
  declaredBy,
  finderFor,
  type Observed,
  type Operation,
  operationsOf,
  readAnswers,
  recordAnswers,
} from './observed-answers.ts'

const none = { unprovoked: {}, onceIsEnough: {} }
const operation = (id: string, method: string, path: string, answers: string[], prefix: Operation['prefix'] = '/api'): Operation => ({
  id,
  method,
  path,
  prefix,
  answers,
})
const one = (method: string, path: string, status: number, type = '', code: string | null = null): Observed => ({
  method,
  path,
  status,
  type: code === null ? type : 'application/problem+json',
  code,
  by: '/x/some.test.ts',
})

const getThing = operation('getThing', 'GET', '/thing/{id}', ['200 application/json', '304', '404 thing_not_found'])
const all = [
  one('GET', '/api/thing/1', 200, 'application/json'),
  one('GET', '/api/thing/2', 304),
  one('GET', '/thing/3/', 404, '', 'thing_not_found'),
]

test('declared and observed answers match under any path prefix', () => {
  assert.deepEqual(compare(all, [getThing], none), [])
})

test('an undeclared status, code or content type is reported with the test file', () => {
  const messages = compare(
    [
      ...all,
      one('GET', '/api/thing/1', 401, '', 'not_signed_in'),
      one('GET', '/api/thing/1', 404, '', 'other_not_found'),
      one('GET', '/api/thing/1', 200, 'text/html'),
      one('GET', '/api/thing/1', 304, 'text/plain'),
      one('GET', '/api/thing/1', 404, 'application/json'),
    ],
    [getThing],
    none,
  )
  assert.deepEqual(
    messages.map((text) => /^answered but not declared: (.*) \(GET \/api\/thing\/1, .*some\.test\.ts\)$/.exec(text)?.[1]),
    ['200 text/html', '304 text/plain', '401 not_signed_in', '404 application/json', '404 other_not_found'].map(
      (answer) => `getThing ${answer}`,
    ),
  )
})

test('a declared answer that never occurs is reported, even if another operation gives it', () => {
  const putThing = operation('putThing', 'PUT', '/thing/{id}', ['200 application/json', '404 thing_not_found'])
  const seen = [...all, one('PUT', '/api/thing/1', 200, 'application/json')]
  assert.deepEqual(compare(seen, [getThing, putThing], none), ['declared but never answered: putThing 404 thing_not_found'])
  assert.deepEqual(compare(all.slice(0, 2), [getThing], none), ['declared but never answered: getThing 404 thing_not_found'])
})

test('an exception is reported when its answer occurs or is no longer declared', () => {
  const exceptions = { unprovoked: { 'getThing 404 thing_not_found': 'why' }, onceIsEnough: {} }
  assert.deepEqual(compare(all.slice(0, 2), [getThing], exceptions), [])
  assert.deepEqual(compare(all, [getThing], exceptions), ['an exception, but answered: getThing 404 thing_not_found'])
  assert.deepEqual(compare(all, [getThing], { ...none, unprovoked: { 'getThing 500 internal': 'why' } }), [
    'an exception, but not declared: getThing 500 internal',
  ])
})

test('a shared answer must occur once for any operation', () => {
  const [a, b] = ['/a', '/b'].map((path) => operation(path.slice(1), 'GET', path, ['204', '500 internal'])) as [Operation, Operation]
  const exceptions = { unprovoked: {}, onceIsEnough: { '500 internal': 'shared' } }
  const seen = [one('GET', '/api/a', 204), one('GET', '/api/b', 204)]
  assert.deepEqual(compare([...seen, one('GET', '/elsewhere', 500, '', 'internal')], [a, b], exceptions), [])
  assert.deepEqual(compare(seen, [a, b], exceptions), ['declared but never answered: 500 internal'])
})

test('*/* matches every content type, but not an undeclared problem code', () => {
  const file = operation('getFile', 'GET', '/file/{id}', ['200 */*'])
  assert.deepEqual(compare([one('GET', '/api/file/1', 200, 'text/plain')], [file], none), [])
  assert.equal(compare([one('GET', '/api/file/1', 200, '', 'strange')], [file], none).length, 2)
})

test('answers about the address itself belong to no operation', () => {
  const beside = [
    one('GET', '/thing/1', 200, 'text/html'), // a page of the client
    one('GET', '/api/thing/1', 404, '', 'not_found'), // the part is not served here
    one('POST', '/api/thing/1', 405, '', 'method_not_allowed'),
    one('HEAD', '/api/thing/1', 404, 'application/problem+json'),
    one('OPTIONS', '/api/thing/1', 204),
    one('GET', '/auth/thing/1', 418, 'text/plain'),
  ]
  assert.deepEqual(compare([...all, ...beside], [getThing], none), [])
  assert.equal(compare([...all, one('HEAD', '/api/thing/1', 410)], [getThing], none).length, 1, 'a HEAD has the statuses of its GET')
})

test('an address is matched to the operation that the router would choose', () => {
  const find = finderFor([...operationsOf('api'), ...operationsOf('auth')])
  const found = (method: string, path: string) => find({ method, path })?.id
  assert.equal(found('GET', '/api/project/active'), 'listActiveProjects')
  assert.equal(found('GET', '/project/active/'), 'listActiveProjects')
  assert.equal(found('GET', '/api/project/some-slug'), 'getProject')
  assert.equal(found('GET', '/api/project/findmany'), undefined, 'a wrong method, not a project')
  assert.equal(found('HEAD', '/api/user'), 'getUser')
  assert.equal(found('PUT', '/api/console/vocabulary/tag/order'), 'orderWords')
  assert.equal(found('PUT', '/api/console/vocabulary/tag/7'), 'updateWord')
  assert.equal(found('GET', '/api/console/mail/bounce'), 'listBounces')
  assert.equal(found('GET', '/auth/mobile/idpauthenticate'), 'startSignIn')
  assert.equal(found('POST', '/mobile/exchange'), 'exchangeCode')
  assert.equal(found('POST', '/api/mobile/exchange'), undefined)
})

test('shared responses, pages and empty answers of a document are read', () => {
  const problem = (...codes: string[]) => ({
    content: { 'application/problem+json': { examples: Object.fromEntries(codes.map((code) => [code, {}])) } },
  })
  const responses = {
    200: { content: { 'text/csv': {}, 'application/json': {} } },
    304: {},
    400: { content: { ...problem('a', 'b').content, 'text/html': {} } },
    500: { $ref: '#/components/responses/internal' },
  }
  const document = {
    paths: { '/x': { get: { operationId: 'getX', responses } } },
    components: { responses: { internal: problem('internal') } },
  }
  assert.deepEqual(declaredBy(document, '/api'), [
    operation('getX', 'GET', '/x', ['200 text/csv', '200 application/json', '304', '400 a', '400 b', '400 text/html', '500 internal']),
  ])
})

const server = `
  import { createServer } from 'node:http'
  const named = { 'X-Request-Id': 'x' }
  const problem = JSON.stringify({ code: 'gone' })
  const server = createServer((request, response) => {
    if (request.url === '/quiet') return response.end('not ours')
    if (request.url === '/stream') return response.writeHead(200, { ...named, 'Content-Type': 'text/event-stream' }).write('x')
    if (request.url.startsWith('/problem')) return response.writeHead(410, { ...named, 'Content-Type': 'application/problem+json; charset=utf-8' }).end(problem)
    response.socket.write('HTTP/1.1 304 Not Modified\\r\\nX-Request-Id: x\\r\\n\\r\\n', 'latin1')
    response.emit('finish')
  }).listen(0, '127.0.0.1', async () => {
    for (const path of ['/quiet', '/stream', '/problem?x=1', '/problem', '/ready'])
      await fetch('http://127.0.0.1:' + server.address().port + path, { headers: { connection: 'close' } })
    process.kill(process.pid, 'SIGKILL')
  })`

test('the recorder saves each distinct answer of our servers once, even if the process is killed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-answers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env = { ...process.env, ...recordAnswers(folder).env, NODE_TEST_CONTEXT: undefined }
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], { env, stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
  assert.deepEqual(
    readAnswers(folder).map(({ method, path, status, type, code }) => ({ method, path, status, type, code })),
    [
      { method: 'GET', path: '/stream', status: 200, type: 'text/event-stream', code: null },
      { method: 'GET', path: '/problem', status: 410, type: 'application/problem+json', code: 'gone' },
      { method: 'GET', path: '/ready', status: 304, type: '', code: null },
    ],
  )
})
