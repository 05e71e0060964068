import { type Answer, answersOf, textOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, type ErrorCode } from '#contract/errors.ts'
import { type Json, pascal, type SchemaTable } from './schemas.ts'

const isCommon = new Set<ErrorCode>(commonErrors)

const headers: Record<string, Json> = {
  RateLimit: { description: 'What is left of the rate limit, and the seconds until it is full again.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the call is repeated.', schema: { type: 'integer', minimum: 0 } },
  ETag: { description: 'Of this answer, for `If-None-Match` and `If-Match`.', schema: { type: 'string' } },
  Location: { description: 'The address of what was made.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` if this is the answer of an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

/** The responses of all operations. Errors that several operations have in common are described once, under `components.responses`. */
export class ResponseTable {
  readonly components: Record<string, Json> = {}
  readonly headers: Record<string, Json> = {}
  readonly #schemas: SchemaTable
  readonly #uses = new Map<string, number>()

  constructor(endpoints: readonly Endpoint[], schemas: SchemaTable) {
    this.#schemas = schemas
    for (const answer of endpoints.flatMap(answersOf))
      if (isProblem(answer)) this.#uses.set(nameOf(answer), (this.#uses.get(nameOf(answer)) ?? 0) + 1)
  }

  refer(endpoint: Endpoint): Json {
    return Object.fromEntries(answersOf(endpoint).map((answer) => [answer.status, this.#responseOf(answer, endpoint)]))
  }

  #responseOf(answer: Answer, endpoint: Endpoint): Json {
    if (answer.status === 304) {
      this.components.not_modified ??= { description: answer.description, headers: this.#headersOf(['RateLimit', 'ETag']) }
      return { $ref: '#/components/responses/not_modified' }
    }
    if (!isProblem(answer)) return this.#successOf(answer, endpoint)
    const name = nameOf(answer)
    if (answer.codes.length > 1 && this.#uses.get(name) === 1) return this.#problemOf(answer)
    this.components[name] ??= this.#problemOf(answer)
    return { $ref: `#/components/responses/${name}` }
  }

  #successOf(answer: Answer, endpoint: Endpoint): Json {
    const { status, description, codes } = answer
    const media = Object.entries(answer.content).map(([type, schema]) => [
      type,
      { schema: schema ? this.#schemas.refer(schema, `${pascal(endpoint.id)}${isList(schema) ? 'Item' : 'Answer'}`) : bytesOf(type) },
    ])
    const content: Json = { ...Object.fromEntries(media), ...(codes.length > 0 ? problemContent(codes) : {}) }
    const own = status < 300 ? successHeaders(endpoint) : []
    return { description, headers: this.#headersOf(['RateLimit', ...own]), ...(Object.keys(content).length > 0 ? { content } : {}) }
  }

  #problemOf({ status, codes }: Answer): Json {
    const headers = this.#headersOf(['RateLimit', ...(status === 429 || status === 503 ? ['Retry-After'] : [])])
    return { description: textOf(codes), headers, content: problemContent(codes) }
  }

  #headersOf(names: string[]): Json {
    for (const name of names) this.headers[pascal(name)] ??= headers[name]!
    return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${pascal(name)}` }]))
  }
}

function successHeaders({ method, success, pages, sameForAll, isSignIn, changesNothing, hasLocation }: Endpoint): string[] {
  if (method === 'GET') return pages || success?.isStream ? [] : ['ETag']
  if (method !== 'POST') return []
  const isIdempotent = !(sameForAll || isSignIn || changesNothing)
  return [...(hasLocation ? ['Location'] : []), ...(isIdempotent ? ['Idempotency-Replayed'] : [])]
}

const isProblem = ({ content, codes }: Answer): boolean => codes.length > 0 && Object.keys(content).length === 1
const isList = (schema: object): boolean => 'items' in schema

// By its codes, without those that every operation has, unless it has no other: `not_signed_in_or_invalid_token`.
function nameOf({ codes }: Answer): string {
  const own = codes.filter((code) => !isCommon.has(code))
  return (own.length > 0 ? own : codes).join('_or_')
}

// `code` is one of these; its text, in both languages, is on the documentation page.
const problemContent = (codes: ErrorCode[]): Json => ({
  'application/problem+json': {
    schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: codes } } }] },
  },
})

const bytesOf = (type: string): Json =>
  /^text\/(?:html|event-stream)$/.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' }
