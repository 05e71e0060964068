import type { TSchema } from 'typebox'
import { namedSchemas, shapeOf } from './named-schemas.ts'

export type Json = Record<string, unknown>
type Shape = Json & { type?: string | string[]; enum?: unknown[]; items?: Json; properties?: Record<string, Json>; description?: string }

export const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema))
export const pascal = (text: string): string =>
  text.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The `components.schemas` of a document: every object is described once and referred to by name. */
export class SchemaTable {
  readonly components: Record<string, Json> = {}
  readonly #names = new Map<string, string>() // by shape
  readonly #exported = new Map([...namedSchemas].map(([name, schema]) => [shapeOf(schema), name]))

  /** The schema with references instead of objects. `name`: for an object whose schema is not exported. */
  refer(schema: TSchema | Json, name: string): Json {
    const { description, ...shape } = plain(schema as TSchema) as Shape
    const isNullable = Array.isArray(shape.type) && shape.type.includes('null')
    const base = isNullable ? withoutNull(shape) : shape
    if (!('properties' in base) && !this.#exported.has(shapeOf(base)))
      return this.#inline({ ...shape, ...(description ? { description } : {}) }, name)
    const known = this.#nameOf(base, name, description)
    const reference = { $ref: `#/components/schemas/${known}` }
    const own = description && description !== this.components[known]!.description ? { description } : {}
    return isNullable ? { anyOf: [reference, { type: 'null' }], ...own } : { ...reference, ...own }
  }

  #nameOf(base: Shape, wanted: string, description: string | undefined): string {
    const shape = shapeOf(base)
    const known = this.#names.get(shape)
    if (known) return known
    const name = this.#exported.get(shape) ?? this.#free(wanted)
    this.#names.set(shape, name)
    this.components[name] = {} // keeps its place before the schemas that it contains
    const about = this.#exported.has(shape) ? plain(namedSchemas.get(name)!).description : description
    this.components[name] = { ...this.#inline(base, name), ...(about ? { description: about } : {}) }
    return name
  }

  // `GetHomeAnswer.open` is a `GetHomeOpen`, unless another shape has that name.
  #free(wanted: string): string {
    const short = wanted.replace(/(?:Answer|Body)(?=[A-Z])/, '')
    const name = [short, wanted].find((one) => !(one in this.components || namedSchemas.has(one)))
    if (!name) throw new Error(`two schemas are called ${wanted}: export one of them under another name`)
    return name
  }

  #inline(schema: Shape, name: string): Json {
    const { patternProperties, ...result } = schema as Shape & { patternProperties?: Record<string, Json> }
    const part = (key: string): string => `${name}${pascal(key)}`
    if (result.properties)
      result.properties = Object.fromEntries(Object.entries(result.properties).map(([key, one]) => [key, this.refer(one, part(key))]))
    // A list that is always empty: `not {}` says nothing to a generator.
    if (result.items) result.items = 'not' in result.items ? { type: 'string' } : this.refer(result.items, singular(name))
    if (Array.isArray(result.anyOf)) result.anyOf = result.anyOf.map((one: Json, i) => this.refer(one, `${name}${i + 1}`))
    // Generators know `additionalProperties` better than patterns of names.
    for (const [pattern, one] of Object.entries(patternProperties ?? {})) {
      result.propertyNames = { pattern }
      result.additionalProperties = this.refer(one, singular(name))
    }
    return result
  }
}

function withoutNull({ type, ...shape }: Shape): Shape {
  const types = [type].flat().filter((one) => one !== 'null')
  const result: Shape = { type: types.length === 1 ? (types[0] as string) : (types as string[]), ...shape }
  if (shape.enum) result.enum = shape.enum.filter((one) => one !== null)
  return result
}

export const singular = (name: string): string =>
  name
    .replace(/People$/, 'Person')
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:ss|x|ch))es$/, '')
    .replace(/(?<![su])s$/, '')
