import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { assertRawProblem } from '#tests/support/problem.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import type { TestService } from '#tests/support/service.ts'

// Invalid and hostile bodies for endpoints that take JSON.

/** A valid body, and the path parameters. */
export type Good = { body: Record<string, unknown>; id?: number | string; kind?: string }
export type Bodies = (readonly [what: string, body: string | Buffer, expected?: ErrorCode])[] // without a code: any refusal the contract names

export const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

export const improper: [string, string | Buffer, ErrorCode][] = [
  ['a list', '[]', 'invalid_input'],
  ['a number', '5', 'invalid_input'],
  ['a text', '"{}"', 'invalid_input'],
  ['half an object', '{"a":', 'malformed_json'],
  ['60 KiB of [', '['.repeat(60 * 1024), 'malformed_json'],
  ['deep lists', deep(30_000), 'invalid_input'],
  ['__proto__', '{"__proto__":{"id":1}}', 'malformed_json'],
  ['__proto__ inside', '{"member":{"__proto__":{"isAdministrator":true}}}', 'malformed_json'],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 'malformed_json'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'malformed_json'],
  ['a raw NUL', '{"name":"\0"}', 'malformed_json'],
  ['a raw line break', '{"name":"a\nb"}', 'malformed_json'],
]

export const nasty: [string, string][] = [
  ['NUL', 'a\0b'],
  ['CR and LF', 'a\r\nBcc: x@example.org'],
  ['a lone surrogate', 'a\ud800b'],
  ['a right-to-left override', 'a\u202egnp.exe'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a line separator', 'a\u2028b'],
]

const numbers = [
  '0',
  '-1',
  '1.5',
  '1e400',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '"1"',
  '"1 or 1=1"',
  'true',
  'null',
  '[]',
  '[1]',
  '{}',
]
const texts = ['5.5', 'true', '[]', '["x"]', '{}', '{"$ne":null}', 'null', deep(20_000)]
const lists = {
  string: ['"Tester"', '5', 'null', '{}', '[5]', '[null]', '[["Tester"]]', '[{}]'],
  number: ['"1"', '5', 'null', '{}', '["1"]', '[null]', '[[1]]', '[{}]', '[0]', '[1.5]', '[2147483648]'],
  object: ['"x"', '5', 'null', '{}', '[5]', '[null]', '["x"]', '[[{}]]'],
}

function wrongFor(value: unknown): string[] {
  if (Array.isArray(value)) return lists[typeof value[0] as keyof typeof lists]
  if (typeof value === 'boolean') return ['1', '"true"', 'null', '[]', '{}']
  return typeof value === 'number' ? numbers : texts
}

// On the JSON text, because 1e400 cannot be represented in JavaScript.
function replaceAt(body: Record<string, unknown>, path: string[], wrong: string): string {
  let parent = body
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>
  parent[path.at(-1)!] = '@@wrong@@'
  return JSON.stringify(body).replace('"@@wrong@@"', () => wrong)
}

const valid = ['teamLimit 0', 'accentHue 0', 'undoMinutes 0', 'notifications {}', 'shiftDays 0', 'shiftDays -1']

/** One body for each value replaced by each invalid value. */
export function spoilt({ body }: Good, mayBeNull: (key: string) => boolean): [string, string][] {
  const bodies: [string, string][] = []
  const spoil = (path: string[], value: unknown): void => {
    for (const wrong of wrongFor(value))
      if ((wrong !== 'null' || !mayBeNull(path.at(-1)!)) && !valid.includes(`${path.at(-1)} ${wrong}`))
        bodies.push([`${path.join('.')} = ${wrong.slice(0, 40)}`, replaceAt(structuredClone(body), path, wrong)])
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value)) spoil([...path, key], inner)
  }
  for (const [key, value] of Object.entries(body)) spoil([key], value)
  return bodies
}

/** A checksum of each table, except those that every call appends to. */
export async function everything({ sql }: Pick<TestService, 'sql'>): Promise<object> {
  const tables = await sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('change', 'audit_event') order by 1`
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t`,
  )
  return sql.unsafe(`${sums.join(' union all ')} order by 1`)
}

/** The path with its parameters filled in. */
export const pathOf = ({ path }: Endpoint, { id = '', kind = '' }: { id?: number | string; kind?: string }): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(name === 'kind' ? kind : id))

export function sendRaw(service: TestService, endpoint: Endpoint, token: string, path: string, body: string | Buffer) {
  const bytes = Buffer.from(body as string)
  const head = `${endpoint.method} /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return rawCall(portOf(service.origin), Buffer.concat([Buffer.from(head), bytes]))
}

/** Asserts a documented 4xx for each body, and that nothing is stored. */
export async function refusesAll(
  service: TestService,
  endpoint: Endpoint,
  send: (body: string | Buffer) => ReturnType<typeof sendRaw>,
  bodies: Bodies,
): Promise<void> {
  return refusesEach(
    service,
    endpoint,
    bodies.map(([what, body, expected]) => ({ what, expected, send: () => send(body) })),
  )
}

export type Input = { what: string; send(): ReturnType<typeof sendRaw>; expected?: ErrorCode }

/** The same for inputs that differ in more than the body. */
export async function refusesEach(service: TestService, endpoint: Endpoint, inputs: Input[]): Promise<void> {
  const before = await everything(service)
  for (const { what, send, expected } of inputs) {
    const answer = await send()
    assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.body.slice(0, 300)}`)
    const { code } = assertRawProblem(answer, expected)
    assert.ok(errorsOf(endpoint).includes(code as ErrorCode), `${what}: ${code} is not in the contract of ${endpoint.id}`)
  }
  const after = await everything(service)
  if (!isDeepStrictEqual(after, before)) assert.deepEqual(after, before, `something was stored by ${await findStoring(service, inputs)}`)
}

/** Sends them once more, each between two checksums: the checksums take most of the time, so that otherwise there is one pair of them. */
async function findStoring(service: TestService, inputs: Input[]): Promise<string> {
  const found: string[] = []
  let before = await everything(service)
  for (const { what, send } of inputs) {
    await send()
    const after = await everything(service)
    if (!isDeepStrictEqual(after, before)) found.push(what)
    before = after
  }
  return found.join(' and by ') || 'one of them, but not when they were sent again'
}

/** Errors in the log of the service. */
export const loggedErrors = ({ logged }: Pick<TestService, 'logged'>): string[] => logged.filter((line) => line.includes('"level":"error"'))
