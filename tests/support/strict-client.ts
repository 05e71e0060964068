import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { type Call, createClient, ProblemError } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorStatus } from '#contract/errors.ts'
import { Problem } from '#contract/shared.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })

// An undeclared key fails here, although real clients would ignore it.
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)])
  const copy = Object.fromEntries(entries)
  return copy.properties && copy.type ? { ...copy, additionalProperties: false } : copy
}

const validators = new WeakMap<object, ValidateFunction>()
function validatorOf(schema: object): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(closed(JSON.parse(JSON.stringify(schema))) as object)
  validators.set(schema, validator)
  return validator
}

export function assertShape(schema: object, value: unknown, what: string): void {
  const validate = validatorOf(schema)
  assert.ok(validate(value), `${what} breaks the contract: ${JSON.stringify(validate.errors?.slice(0, 5))}`)
}

// A client that validates every answer and every refusal against the contract.
export function strictClient(baseUrl: string): Call {
  const call = createClient(baseUrl)
  return async (endpoint, input) => {
    try {
      const answer = await call(endpoint, input)
      assertShape(endpoint.answer, answer, endpoint.id)
      return answer
    } catch (error) {
      if (error instanceof ProblemError) assertShape(Problem, error.problem, `${endpoint.id}'s refusal`)
      throw error
    }
  }
}

// Asserts that the call is refused with this code; returns the problem.
export async function refused(code: ErrorCode, promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof ProblemError, `expected ${code}, got ${error}`)
    assert.equal(error.problem.code, code)
    assert.equal(error.problem.status, errorStatus[code])
    return error.problem
  }
  assert.fail(`expected ${code}, but the call was answered`)
}
