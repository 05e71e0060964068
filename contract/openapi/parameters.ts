import type { TSchema } from 'typebox'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Json, pascal, plain } from './schemas.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: Json }

// Path parameters that the contract does not describe.
const pathTexts: Record<string, string> = {
  slug: 'The slug, which is also the id, of a project or round',
  id: 'The id of what the path names',
  into: 'The id of the entry that stays',
  file: 'The name of the file, from an answer',
  kind: 'The kind of entry',
  query: 'The beginning or a part of a name',
  token: 'The secret part of the link',
  ticket: 'From the answer of the call before',
  member: 'The id of a member of the team',
  idp: 'The name of an identity provider',
}

const headers: Record<string, Parameter> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and content get the same answer for 24 hours, so a call whose answer was lost can be repeated.',
    schema: { type: 'string', minLength: 16, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the state that was read: if it has changed since, the answer is 412 and nothing is written.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the answer the caller has: if it is still the same, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
}

/** The parameters of all operations. A parameter of several operations is described once, under `components.parameters`. */
export class ParameterTable {
  readonly components: Record<string, Parameter> = {}
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  constructor(endpoints: readonly Endpoint[]) {
    for (const parameter of endpoints.flatMap(parametersOf)) {
      const text = JSON.stringify(parameter)
      this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1)
    }
  }

  refer(endpoint: Endpoint): (Parameter | { $ref: string })[] {
    return parametersOf(endpoint).map((parameter) => {
      const text = JSON.stringify(parameter)
      if (this.#uses.get(text) === 1) return parameter
      const name = this.#names.get(text) ?? this.#add(text, parameter, pascal(endpoint.id))
      return { $ref: `#/components/parameters/${name}` }
    })
  }

  // The first `page` is `Page`; another one has the name of its operation before it.
  #add(text: string, parameter: Parameter, operation: string): string {
    const short = parameter.in === 'header' ? pascal(parameter.name) : `${pascal(parameter.name)}${pascal(parameter.in)}`
    const name = short in this.components ? `${operation}${short}` : short
    this.#names.set(text, name)
    this.components[name] = parameter
    return name
  }
}

const parametersOf = (endpoint: Endpoint): Parameter[] => [
  ...valuesIn(endpoint.params, 'path'),
  ...valuesIn(endpoint.query, 'query'),
  ...headersOf(endpoint).map((name) => headers[name]!),
]

function headersOf(endpoint: Endpoint): string[] {
  const codes = errorsOf(endpoint)
  if (endpoint.method === 'GET') return endpoint.pages || endpoint.success?.isStream ? [] : ['If-None-Match']
  if (endpoint.method === 'POST') return codes.includes('idempotency_key_reused') ? ['Idempotency-Key'] : []
  return codes.includes('precondition_failed') ? ['If-Match'] : []
}

function valuesIn(schema: TSchema | undefined, location: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties, required = [] } = plain(schema) as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, { description = location === 'path' ? pathTexts[name] : undefined, ...rest }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description ? { description: description as string } : {}),
    schema: asNumber(rest),
  }))
}

// A number in an address is text to the server, and a number to whoever makes the address.
function asNumber({ pattern, examples, ...schema }: Json): Json {
  if (pattern !== '^\\d{1,10}$' && pattern !== '^-?\\d{1,10}$')
    return { ...schema, ...(pattern ? { pattern } : {}), ...(examples ? { examples } : {}) }
  const minimum = pattern.startsWith('^-') ? {} : { minimum: 0 }
  return { ...schema, type: 'integer', ...minimum, ...(examples ? { examples: (examples as string[]).map(Number) } : {}) }
}
