import assert from 'node:assert/strict'

// Decodes like kotlinx.serialization in strict mode: a missing key, a null or another type throws.
export type Decode<T> = (value: unknown, at: string) => T
export const fail = (at: string, what: string, value: unknown): never =>
  assert.fail(`${at} should be ${what}, is ${JSON.stringify(value)?.slice(0, 80)}`)
export const string: Decode<string> = (value, at) => (typeof value === 'string' ? value : fail(at, 'String', value))
export const int: Decode<number> = (value, at) =>
  Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647 ? (value as number) : fail(at, 'Int', value)
export const id: Decode<number> = (value, at) => (int(value, at) > 0 ? int(value, at) : fail(at, 'a positive Int', value))
export const date: Decode<string> = (value, at) =>
  /^\d{4}-\d{2}-\d{2}$/.test(string(value, at)) && !Number.isNaN(Date.parse(value as string))
    ? (value as string)
    : fail(at, 'LocalDate', value)
export const status: Decode<string> = (value, at) =>
  ['pending', 'open', 'active', 'completed'].includes(string(value, at)) ? (value as string) : fail(at, 'a known status', value)
export const nullable =
  <T>(decode: Decode<T>): Decode<T | null> =>
  (value, at) =>
    value === null ? null : decode(value, at)
export const list =
  <T>(decode: Decode<T>): Decode<T[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((entry, i) => decode(entry, `${at}[${i}]`)) : fail(at, 'List', value)
export const record =
  <T extends Record<string, Decode<unknown>>>(fields: T): Decode<{ [K in keyof T]: ReturnType<T[K]> }> =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(at, 'an object', value)
    const given = value as Record<string, unknown>
    return Object.fromEntries(Object.entries(fields).map(([key, decode]) => [key, decode(given[key], `${at}.${key}`)])) as never
  }
