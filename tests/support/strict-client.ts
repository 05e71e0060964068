import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { type Call, createClient, ProblemError } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { Problem } from '#contract/shared.ts'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })

// A key the contract does not name is a fault here, though real clients would ignore it.
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : closed(value)])
  const copy = Object.fromEntries(entries)
  return copy.properties && copy.type ? { ...copy, additionalProperties: false } : copy
}

const validators = new WeakMap<object, ValidateFunction>()
function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(closed(JSON.parse(JSON.stringify(schema))) as object)
  validators.set(schema, known)
  return known
}

export function assertShape(schema: object, value: unknown, what: string): void {
  const validate = validatorOf(schema)
  assert.ok(validate(value), `${what} breaks the contract: ${JSON.stringify(validate.errors?.slice(0, 5))}`)
}

// Decodes like the strictest client there could be: every answer and every refusal must be exactly what the contract says.
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

// Waits for the refusal and hands back its problem.
export async function refused(code: ErrorCode, promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof ProblemError, `expected ${code}, got ${error}`)
    assert.equal(error.problem.code, code)
    assert.equal(error.problem.status, errors[code].status)
    return error.problem
  }
  assert.fail(`expected ${code}, but the call was answered`)
}
