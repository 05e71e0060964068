import assert from 'node:assert/strict'
import { detailTemplateOf, titleOf } from '#contract/error-text.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { Problem } from '#contract/shared.ts'
import type { RawAnswer } from './raw.ts'
import { assertShape } from './strict-client.ts'

type ProblemResponse = { status: number; header(name: string): string | null; body: string }

// "{{seconds}} seconds" -> /^.+ seconds$/: every placeholder must be replaced by some text.
const filled = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '(?=\\S)[\\s\\S]+?')}$`)

function assertResponse({ status, header, body }: ProblemResponse, code: ErrorCode | undefined, language: Language): Problem {
  assert.equal(header('content-type'), 'application/problem+json; charset=utf-8', body.slice(0, 200))
  const problem = JSON.parse(body) as Problem
  assertShape(Problem, problem, 'the problem')
  if (code !== undefined) assert.equal(problem.code, code, problem.detail)
  const known = problem.code as ErrorCode
  const expected = errorStatus[known]
  assert.ok(expected, `${problem.code} is not documented`)
  assert.equal(status, expected)
  assert.equal(problem.status, expected)
  assert.equal(problem.title, titleOf(known, language))
  assert.match(problem.detail, filled(detailTemplateOf(known, language)))
  assert.ok(problem.type.endsWith(`#${problem.code.replaceAll('_', '-')}`), problem.type)
  for (const text of [problem.title, problem.detail, ...(problem.errors ?? []).map(({ message }) => message)]) {
    assert.doesNotMatch(text, /\{\w+\}|undefined|\[object/)
    assert.ok(text.trim().length > 0)
  }
  assert.equal(header('cache-control'), 'no-store')
  assert.equal(header('content-language'), language)
  assert.equal(header('x-content-type-options'), 'nosniff')
  assert.equal(header('x-request-id'), problem.requestId)
  const retry = header('retry-after')
  if (status === 429 || status === 503 || status === 408) assert.ok(Number(retry) >= 1, `Retry-After: ${retry}`)
  return problem
}

// Every refusal must have this form.
export const assertRawProblem = (answer: RawAnswer, code?: ErrorCode, language: Language = 'en'): Problem =>
  assertResponse(
    { status: answer.status, header: (name) => answer.headers.get(name)?.join(', ') ?? null, body: answer.body },
    code,
    language,
  )

export const assertProblem = async (response: Response, code?: ErrorCode, language: Language = 'en'): Promise<Problem> =>
  assertResponse({ status: response.status, header: (name) => response.headers.get(name), body: await response.text() }, code, language)
