import { describeFault, detailOf, titleOf } from '#contract/error-text.ts'
import { type Details, type ErrorCode, errorStatus, type FieldFault } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { Problem } from '#contract/shared.ts'
import { isDatabaseUnavailable, OutcomeUnknown, ShareUsed } from '#database/sql.ts'
import { StorageFull, StorageUnavailable } from '#files/file-store.ts'
import { HeavyRefusal } from '#heavy/fair-queue.ts'

// An expected error with a code of contract/errors.ts, rendered as an RFC 9457 problem in the caller's language.
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details
  readonly faults: FieldFault[]
  readonly headers: Record<string, string>
  readonly choices: number[] | undefined
  constructor(
    code: ErrorCode,
    details: Details = {},
    given: { faults?: FieldFault[]; headers?: Record<string, string>; choices?: number[] } = {},
  ) {
    super(code)
    this.code = code
    this.details = details
    this.faults = given.faults ?? []
    this.headers = given.headers ?? {}
    this.choices = given.choices
  }
}

// 400 for missing values and wrong types, 422 for values of the right type that a rule forbids.
export function refuseIfFaulty(found: FieldFault[]): void {
  if (found.length === 0) return
  const unreadable = found.some(({ code }) => code === 'wrong_type' || code === 'required' || code === 'not_a_date')
  throw new Refusal(unreadable ? 'invalid_input' : 'invalid_value', { keys: found.map(({ path }) => path).join(', ') }, { faults: found })
}

const retrySeconds: Partial<Record<ErrorCode, string>> = {
  too_many_streams: '30',
  request_timeout: '1',
  too_slow: '1',
  overloaded: '2',
  too_many_jobs: '5',
  warming_up: '3',
  database_unavailable: '3',
  outcome_unknown: '3',
  storage_unavailable: '30',
  upload_limit: '60',
  deadline_exceeded: '3',
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof HeavyRefusal) return new Refusal(error.code, error.details)
  if (error instanceof OutcomeUnknown) return new Refusal('outcome_unknown')
  if (error instanceof StorageUnavailable) return new Refusal('storage_unavailable')
  if (error instanceof StorageFull) return new Refusal('storage_full')
  if (error instanceof ShareUsed) return new Refusal('too_many_calls', { seconds: 2 }, { headers: { 'retry-after': '2' } })
  if (isDatabaseUnavailable(error)) return new Refusal('database_unavailable')
  return new Refusal('internal')
}

// RFC 6749 5.2: error codes for OAuth libraries, which the auth backend adds to the problem.
function oauthError(status: number): string {
  if (status === 401) return 'invalid_grant'
  if (status === 403) return 'access_denied'
  if (status === 429) return 'slow_down'
  return status < 500 ? 'invalid_request' : status === 503 ? 'temporarily_unavailable' : 'server_error'
}

// RFC 9457
export function problemOf(refusal: Refusal, language: Language, requestId: string, docsUrl: string, isOauth = false) {
  const status = errorStatus[refusal.code]
  const details = { ...refusal.details, requestId }
  const problem: Problem = {
    type: `${docsUrl}#${refusal.code.replaceAll('_', '-')}`,
    title: titleOf(refusal.code, language),
    status,
    detail: detailOf(refusal.code, language, details),
    code: refusal.code,
    requestId,
  }
  if (refusal.faults.length > 0)
    problem.errors = refusal.faults
      .slice(0, 20)
      .map((fault) => ({ path: fault.path, code: fault.code, message: describeFault(fault, language) }))
  if (refusal.choices) problem.choices = refusal.choices
  if (isOauth) Object.assign(problem, { error: oauthError(status), error_description: problem.detail })
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...refusal.headers,
  }
  const retry = retrySeconds[refusal.code]
  // Never 0: some clients would then retry in an endless loop.
  if (retry !== undefined) headers['retry-after'] ??= retry
  return { status, headers, body: JSON.stringify(problem) }
}
