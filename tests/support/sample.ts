import type { Endpoint } from '#contract/endpoint.ts'

// Sample values for any endpoint, generated from its schemas.

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  const?: unknown
  pattern?: string
  examples?: unknown[]
  minimum?: number
  minItems?: number
  maxLength?: number
  maxItems?: number
}

/** A valid value; objects have only their required properties. */
export function sampleOf(given: unknown): unknown {
  const shape = given as Shape
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const [type] = [shape.type].flat()
  if (type === 'object')
    return (shape.examples?.[0] ??
      Object.fromEntries((shape.required ?? []).map((name) => [name, sampleOf(shape.properties![name])]))) as object
  if (type === 'integer') return shape.minimum ?? 0
  if (type === 'boolean') return false
  if (type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => sampleOf(shape.items))
  return shape.pattern?.includes('\\d') ? '1' : 'sample-text'
}

/** The same with one value that parses but breaks a constraint (length, count, minimum, enum); undefined if there is none. */
export function excessOf(given: unknown): unknown {
  const shape = given as Shape
  const types = [shape.type].flat()
  if (types.includes('object')) {
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      const excess = excessOf(inner)
      if (excess !== undefined) return { ...(sampleOf(shape) as object), [name]: excess }
    }
    return undefined
  }
  if (shape.enum) return 'no such word'
  if (types.includes('string') && shape.maxLength !== undefined) return 'x'.repeat(shape.maxLength + 1)
  if (types.includes('integer') && shape.minimum !== undefined) return shape.minimum - 1
  if (types.includes('array') && shape.maxItems !== undefined)
    return Array.from({ length: shape.maxItems + 1 }, () => sampleOf(shape.items))
  return undefined
}

const values: Record<string, string> = {
  id: '2147483647',
  member: '2147483647',
  token: 'no-such-token',
  into: '2147483646',
  slug: 'no-such-project',
  query: 'dev',
  ticket: 'a1b2c3d4',
  idp: 'idp',
}

/** The path with its parameters filled in: the first value of an enum, otherwise an id that does not exist. */
export function pathOf({ path, params }: Endpoint, given: Record<string, string | number> = {}): string {
  const { properties = {} } = (params ?? {}) as Shape
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? properties[name]?.enum?.[0] ?? values[name]))
}
