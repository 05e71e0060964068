import type { TSchema } from 'typebox'
import { type Endpoint, Nothing } from './endpoint.ts'
import { titleOf } from './error-text.ts'
import { commonErrors, type ErrorCode, errorStatus } from './errors.ts'

// All responses of an endpoint. Most errors are implied by its contract (access, input, method), so an endpoint lists only its own.

export type Answer = {
  status: number
  description: string
  content: Record<string, TSchema | undefined> // by media type; empty: no body
  codes: ErrorCode[] // of the problems with this status
}

const JSON_TYPE = 'application/json'
const PROBLEM_TYPE = 'application/problem+json'
const PAGE_TYPE = 'text/html'

export function answersOf(endpoint: Endpoint): Answer[] {
  const answers = new Map<number, Answer>()
  for (const answer of [...successesOf(endpoint), ...problemsOf(endpoint), ...pagesOf(endpoint)]) {
    const existing = answers.get(answer.status)
    if (!existing) answers.set(answer.status, answer)
    else {
      existing.description += `; ${answer.description}`
      Object.assign(existing.content, answer.content)
      existing.codes.push(...answer.codes)
    }
  }
  return [...answers.values()].sort((a, b) => a.status - b.status)
}

/** Every error code of an endpoint: its own, those implied by its contract, and the common ones. */
export const errorsOf = (endpoint: Endpoint): ErrorCode[] => [...new Set([...endpoint.errors, ...impliedErrors(endpoint), ...commonErrors])]

function successesOf({ method, answer, success }: Endpoint): Answer[] {
  const { status, description, types, hasRanges } = success ?? { status: answer === Nothing ? 204 : 200, description: 'Done' }
  const content = success
    ? Object.fromEntries((types ?? []).map((type) => [type, undefined]))
    : status === 200
      ? { [JSON_TYPE]: answer }
      : {}
  const found: Answer[] = [{ status, description, content, codes: [] }]
  if (hasRanges) found.push({ status: 206, description: 'The requested range', content: { ...content }, codes: [] })
  if (method === 'GET' && status === 200 && !success?.isStream)
    found.push({ status: 304, description: 'Not modified since the given ETag', content: {}, codes: [] })
  return found
}

function problemsOf(endpoint: Endpoint): Answer[] {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorStatus[code])
  return [...byStatus].map(([status, codes]) => ({
    status,
    description: textOf(codes),
    content: { [PROBLEM_TYPE]: undefined },
    codes,
  }))
}

export const textOf = (codes: ErrorCode[]): string => codes.map((code) => `\`${code}\`: ${titleOf(code, 'en')}`).join('; ')

const pagesOf = ({ pages = {} }: Endpoint): Answer[] =>
  Object.entries(pages).map(([status, description]) => ({
    status: Number(status),
    description: `a page: ${description}`,
    content: { [PAGE_TYPE]: undefined },
    codes: [],
  }))

function impliedErrors(endpoint: Endpoint): ErrorCode[] {
  const { method, path, access, files, success } = endpoint
  const found: ErrorCode[] = []
  if (path.includes('{')) found.push('bad_url')
  if (access !== 'public') found.push('not_signed_in', 'invalid_token', 'database_unavailable')
  if (access === 'curator' || access === 'administrator') found.push('not_permitted')
  if (access === 'administrator') found.push('sign_in_again')
  found.push(...valueErrors(endpoint))
  if (method !== 'GET') found.push('malformed_json', 'body_too_large', 'unsupported_media_type', 'request_timeout')
  if (files) found.push('malformed_upload', 'file_too_large', 'too_many_files', 'storage_full', 'too_slow', 'too_many_jobs')
  if (files) found.push('upload_limit', 'storage_unavailable')
  if (files && endpoint.errors.includes('file_type_refused')) found.push('file_empty')
  if ((method === 'PUT' || method === 'DELETE') && !endpoint.hasNoVersion) found.push('precondition_failed')
  if (method !== 'GET' && !endpoint.sameForAll && !endpoint.changesNothing) found.push('outcome_unknown')
  found.push(...idempotencyErrors(endpoint))
  if (success?.hasRanges) found.push('range_not_satisfiable', 'storage_unavailable', 'file_damaged')
  return found
}

// A POST that only reads or is part of the sign-in ignores the Idempotency-Key.
function idempotencyErrors({ method, sameForAll, isSignIn, changesNothing }: Endpoint): ErrorCode[] {
  if (method !== 'POST' || sameForAll || isSignIn) return []
  if (changesNothing) return ['idempotency_key_invalid']
  return ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress']
}

// 400 if a value cannot be parsed, 422 if it is parsed but not allowed. Path and query values are strings; a repeated query key is parsed as
// a list, which is always invalid.
function valueErrors({ params, query, body, pages }: Endpoint): ErrorCode[] {
  if (pages) return [] // browser routes validate their own input and answer with a page
  const found: ErrorCode[] = []
  if (query || body || hasKeyword(params, ['pattern'])) found.push('invalid_input')
  if (hasKeyword(params, ['maxLength', 'enum']) || hasKeyword(query, bounds) || hasKeyword(body, bounds)) found.push('invalid_value')
  return found
}

const bounds = ['maxLength', 'maxItems', 'minimum', 'maximum', 'enum']

function hasKeyword(schema: unknown, keywords: string[]): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(([key, value]) => keywords.includes(key) || hasKeyword(value, keywords))
}
