import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'

// Serialisers are compiled on first use: compiling all of them would take half of the startup time.
const writers = new WeakMap<TSchema, (value: unknown) => string>()
export const writerOf = (schema: TSchema): ((value: unknown) => string) => {
  const writer = writers.get(schema) ?? fastJson(schema as never)
  writers.set(schema, writer)
  return writer
}
