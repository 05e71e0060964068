import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Nullable, PageText } from '#contract/shared.ts'
import type { Refusal } from '#http/response/problem.ts'
import { validatorFor } from './validate.ts'

const check = validatorFor(
  Type.Object({
    page: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 9 }))),
    name: Type.String({ maxLength: 3 }),
    filters: Type.Optional(Type.Object({ tags: Type.Array(Type.String(), { maxItems: 2 }), text: Type.String() })),
    limit: PageText,
  }),
)

function faultsOf(value: unknown): { code: string; faults: string[] } {
  try {
    check(value)
  } catch (error) {
    const { code, faults } = error as Refusal
    return {
      code,
      faults: faults.map((fault) => `${fault.path}: ${fault.code} ${fault.params?.expected ?? fault.params?.limit ?? ''}`.trim()),
    }
  }
  return { code: '', faults: [] }
}

for (const [what, value, code, faults] of [
  ['a good value', { name: 'ok', page: 1 }, '', []],
  ['an unknown key', { name: 'ok', other: 1 }, '', []],
  ['null where it is allowed', { name: 'ok', page: null }, '', []],
  ['text for a number', { name: 'ok', page: '1' }, 'invalid_input', ['page: wrong_type integer']],
  ['a fraction', { name: 'ok', page: 1.5 }, 'invalid_input', ['page: wrong_type integer']],
  ['infinity', { name: 'ok', page: Number.POSITIVE_INFINITY }, 'invalid_input', ['page: wrong_type integer']],
  ['a number for text', { name: 5 }, 'invalid_input', ['name: wrong_type string']],
  ['a list for text', { name: ['ok'] }, 'invalid_input', ['name: wrong_type string']],
  ['a missing key', {}, 'invalid_input', ['name: required']],
  ['a missing key inside', { name: 'ok', filters: { tags: [] } }, 'invalid_input', ['filters.text: required']],
  ['too small a number', { name: 'ok', page: 0 }, 'invalid_value', ['page: out_of_range >= 1']],
  ['too large a number', { name: 'ok', page: 10 }, 'invalid_value', ['page: out_of_range <= 9']],
  ['too long a text', { name: 'long' }, 'invalid_value', ['name: too_long 3']],
  ['too many entries', { name: 'ok', filters: { tags: ['a', 'b', 'c'], text: '' } }, 'invalid_value', ['filters.tags: too_many 2']],
  ['letters for a number in an address', { name: 'ok', limit: 'x' }, 'invalid_input', ['limit: wrong_type integer']],
  ['no object at all', 'text', 'invalid_input', ['body: wrong_type object']],
  ['a list for an object', [], 'invalid_input', ['body: wrong_type object']],
  ['two faults at once', { name: 5, page: 'x' }, 'invalid_input', ['page: wrong_type integer', 'name: wrong_type string']],
] as const)
  test(`${what} is ${code === '' ? 'accepted' : `refused with ${code}`}`, () => {
    const found = faultsOf(value)
    assert.equal(found.code, code)
    assert.deepEqual(found.faults.toSorted(), [...faults].toSorted())
  })

test('types are never coerced', () => {
  const value = { name: 'ok', page: 1 }
  check(value)
  assert.deepEqual(value, { name: 'ok', page: 1 })
})

test('the path of a fault is truncated', () => {
  const deep = validatorFor(Type.Object({}, { additionalProperties: Type.String() }))
  assert.throws(
    () => deep({ ['k'.repeat(5000)]: 1 }),
    (error: Refusal) => error.faults[0]!.path.length <= 64,
  )
})
