// What a client may rely on in an OpenAPI document, as one flat list: it is the same whether schemas are repeated or referred to.
// 'POST /request > application/json .team' is a value that is sent, 'GET /home < 200 application/json .projects[].slug' one that is answered.

export const bounds = ['minimum', 'minLength', 'minItems', 'maximum', 'maxLength', 'maxItems', 'pattern'] as const
type Limits = { [key in (typeof bounds)[number]]?: number | string }
export type Value = { types: string[]; required: boolean; enum?: unknown[] } & Limits
export type Facts = Map<string, Value | null>

type Schema = Limits & {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}
export type Media = { schema?: Schema; examples?: Record<string, unknown> }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media>; $ref?: string }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** Every operation, parameter, response, error code and value of the document. */
export function factsOf(document: Document): Facts {
  const facts: Facts = new Map()
  const resolve: Resolve = (one) => {
    if (!('$ref' in one && one.$ref)) return one
    let target: unknown = document
    for (const key of String(one.$ref).slice(2).split('/')) target = (target as Record<string, unknown>)[key]
    return resolve(target as typeof one)
  }
  const note = (name: string, schema: Schema = {}, required = false): void => addValue(facts, resolve, name, schema, required)
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      facts.set(name, null)
      for (const parameter of parameters.map(resolve) as Parameter[])
        note(`${name} > ${parameter.in} ${parameter.name}`, parameter.schema, parameter.required === true)
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) note(`${name} > ${type} `, schema)
      for (const [status, response] of Object.entries(responses)) {
        facts.set(`${name} < ${status}`, null)
        for (const [type, media] of Object.entries(resolve(response).content ?? {}))
          if (type === 'application/problem+json') for (const code of codesOf(media)) facts.set(`${name} < ${status} ${code}`, null)
          else note(`${name} < ${status} ${type} `, media.schema, true)
      }
    }
  return facts
}

type Resolve = <T extends object>(one: T) => T

/** The error codes of a response; older documents named them by their examples. */
export const codesOf = ({ schema, examples = {} }: Media): string[] =>
  (schema?.allOf?.[1]?.properties?.code?.enum as string[] | undefined) ?? Object.keys(examples)

function addValue(facts: Facts, resolve: Resolve, name: string, given: Schema, required: boolean): void {
  const schema = resolve(given)
  for (const one of schema.anyOf?.map(resolve) ?? [schema]) {
    const own = factOf(one, required)
    const known = facts.get(name)
    facts.set(name, known ? { ...known, ...own, types: [...new Set([...known.types, ...own.types])].toSorted() } : own)
    for (const [key, property] of Object.entries(one.properties ?? {}))
      addValue(facts, resolve, `${name}.${key}`, property, one.required?.includes(key) ?? false)
    if (one.items && one.maxItems !== 0) addValue(facts, resolve, `${name}[]`, one.items, true)
    for (const inner of [...Object.values(one.patternProperties ?? {}), one.additionalProperties])
      if (typeof inner === 'object') addValue(facts, resolve, `${name}{}`, inner, true)
  }
}

const NUMBER = /^\^(-\?)?\\d\{1,10\}\$$/

function factOf(schema: Schema, required: boolean): Value {
  const words = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  const types = schema.type ? [schema.type].flat() : [...new Set((words ?? []).map((word) => typeof word))]
  const limits = Object.fromEntries(bounds.flatMap((bound) => (schema[bound] === undefined ? [] : [[bound, schema[bound]]]))) as Limits
  // Numbers in addresses are digits to the server.
  const number = NUMBER.exec(String(schema.pattern ?? ''))
  if (number) return { types: ['integer'], required, ...(number[1] ? {} : { minimum: 0 }) }
  return { types: types.toSorted(), required, ...(words ? { enum: words } : {}), ...limits }
}
