import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'

// What writes an answer is made when the first one is to be written: making a hundred is half of what it takes to put the service together.
const writers = new WeakMap<TSchema, (value: unknown) => string>()
export const writerOf = (schema: TSchema): ((value: unknown) => string) => {
  const known = writers.get(schema) ?? fastJson(schema as never)
  writers.set(schema, known)
  return known
}
