import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { FieldFault } from '#contract/errors.ts'
import { Day, Slug } from '#contract/shared.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'

// Types are never coerced: "5" is not 5, and ["x"] is not "x".
const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  useDefaults: false,
  strict: false,
  strictNumbers: true, // 1e400 is parsed as Infinity, which JSON cannot represent
  validateFormats: false,
})

/** Compiled on first use: compiling all schemas would take most of the startup time of the routes. */
export function validatorFor(schema: TSchema): (value: unknown) => void {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (!validate(value)) refuseIfFaulty(faultsOf(validate.errors ?? []))
  }
}

// Form fields are strings; they become numbers where the contract has an integer.
export function fieldsAs(schema: TSchema, fields: Record<string, string>): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string | string[] }> }
  const isNumber = (name: string): boolean => [properties[name]?.type].flat().includes('integer')
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, isNumber(name) && /^-?\d{1,15}$/.test(text) ? Number(text) : text]),
  )
}

function faultsOf(errors: ErrorObject[]): FieldFault[] {
  const byPath = new Map<string, FieldFault>()
  for (const error of errors) {
    const fault = faultOf(error)
    if (!byPath.has(fault.path)) byPath.set(fault.path, fault)
  }
  return [...byPath.values()]
}

const patternOf = (schema: TSchema): string | undefined => (schema as { pattern?: string }).pattern

function faultOf(error: ErrorObject): FieldFault {
  const path = error.instancePath.slice(1).replaceAll('/', '.').slice(0, 64) || 'body'
  switch (error.keyword) {
    case 'required':
      return { path: [path === 'body' ? [] : path, error.params.missingProperty].flat().join('.'), code: 'required' }
    case 'minimum':
    case 'maximum':
      return { path, code: 'out_of_range', params: { expected: `${error.params.comparison} ${error.params.limit}` } }
    case 'maxLength':
      return { path, code: 'too_long', params: { limit: error.params.limit } }
    case 'maxItems':
      return { path, code: 'too_many', params: { limit: error.params.limit } }
    case 'enum':
      return {
        path,
        code: 'unknown_word',
        params: { expected: error.params.allowedValues.filter((one: unknown) => one !== null).join(', ') },
      }
    case 'minLength':
      return { path, code: 'required' }
    case 'pattern': // a day, a slug, or a number in the path
      if (error.params.pattern === patternOf(Day)) return { path, code: 'not_a_date' }
      return { path, code: 'wrong_type', params: { expected: error.params.pattern === patternOf(Slug) ? 'string' : 'integer' } }
    default:
      return { path, code: 'wrong_type', params: { expected: [error.params.type].flat().filter((type) => type !== 'null')[0] ?? '' } }
  }
}
