import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { documentTexts } from '#run/documents.ts'
import { codesOf, type Media } from '#tests/openapi/facts.ts'
import { onceIsEnough, unprovoked } from './unprovoked-answers.ts'

// Compares the answers that the servers gave during a whole test run with the OpenAPI documents, both ways: every answer is declared for
// its operation, and every declared answer occurs in some test.

const root = join(import.meta.dirname, '..', '..', '..')
const UNDECLARED = 'answered but not declared'

/** A line of record-answers.mjs. */
export type Observed = { method: string; path: string; status: number; type: string; code: string | null; by: string }
/** answers: "200 application/json", "304", "401 not_signed_in". */
export type Operation = { id: string; method: string; path: string; prefix: '/api' | '/auth'; answers: string[] }
export type Exceptions = { unprovoked: Record<string, string>; onceIsEnough: Record<string, string> }

/**
 * `env` goes to every test process; `finish` is called when all have ended, and returns the differences. Only after everything has run
 * can it say which declared answers never occurred.
 */
export function recordAnswers(folder: string): { env: Record<string, string>; finish(options: { isEverything: boolean }): string[] } {
  mkdirSync(folder, { recursive: true })
  const preload = new URL('record-answers.mjs', import.meta.url).href
  return {
    env: { RECORD_ANSWERS: folder, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`.trim() },
    finish({ isEverything }) {
      const differences = compare(readAnswers(folder), [...operationsOf('api'), ...operationsOf('auth')], { unprovoked, onceIsEnough })
      return isEverything ? differences : differences.filter((text) => text.startsWith(UNDECLARED))
    },
  }
}

export const readAnswers = (folder: string): Observed[] =>
  globSync('*.jsonl', { cwd: folder }).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}')) // a process killed during a write leaves an incomplete line
      .map((line) => JSON.parse(line) as Observed),
  )

type Response = { $ref?: string; content?: Record<string, Media> }
type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>
  components: { responses: Record<string, Response> }
}

export function operationsOf(part: 'api' | 'auth'): Operation[] {
  return declaredBy(JSON.parse(documentTexts()[part]) as Document, `/${part}`)
}

export function declaredBy({ paths, components }: Document, prefix: Operation['prefix']): Operation[] {
  const resolved = (response: Response): Response =>
    response.$ref ? components.responses[response.$ref.replace('#/components/responses/', '')]! : response
  const answersOf = ([status, response]: [string, Response]): string[] => {
    const content = Object.entries(resolved(response).content ?? {})
    if (content.length === 0) return [status]
    return content.flatMap(([type, media]) =>
      type === 'application/problem+json' ? codesOf(media).map((code) => `${status} ${code}`) : [`${status} ${type}`],
    )
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, responses }]) => {
      return { id, method: method.toUpperCase(), path, prefix, answers: Object.entries(responses).flatMap(answersOf) }
    }),
  )
}

const answerOf = ({ status, type, code }: Observed): string => [status, code ?? type].join(' ').trim()

export function compare(observed: Observed[], operations: Operation[], exceptions: Exceptions): string[] {
  const find = finderFor(operations)
  const undeclared = new Map<string, Observed>()
  const seen = new Set<string>() // "getUser 401 not_signed_in"
  const seenAnywhere = new Set<string>() // "401 not_signed_in"
  for (const one of observed) {
    seenAnywhere.add(answerOf(one))
    const operation = find(one)
    if (!operation || isAboutAddress(one, operation)) continue
    const declared = declaredAs(one, operation)
    if (declared === undefined) undeclared.set(`${operation.id} ${answerOf(one)}`, one)
    else if (one.method !== 'HEAD') seen.add(`${operation.id} ${declared}`)
  }
  return [
    ...[...undeclared].map(
      ([what, { method, path, by }]) => `${UNDECLARED}: ${what} (${method} ${path.slice(0, 80)}, ${relative(root, by)})`,
    ),
    ...neverSeen(operations, seen, exceptions),
    ...Object.keys(exceptions.onceIsEnough).flatMap((answer) => (seenAnywhere.has(answer) ? [] : `declared but never answered: ${answer}`)),
    ...uselessExceptions(operations, seen, exceptions),
  ].toSorted()
}

function neverSeen(operations: Operation[], seen: Set<string>, { unprovoked, onceIsEnough }: Exceptions): string[] {
  return operations.flatMap(({ id, answers }) =>
    answers
      .filter((answer) => !(answer in onceIsEnough || seen.has(`${id} ${answer}`) || `${id} ${answer}` in unprovoked))
      .map((answer) => `declared but never answered: ${id} ${answer}`),
  )
}

function uselessExceptions(operations: Operation[], seen: Set<string>, { unprovoked, onceIsEnough }: Exceptions): string[] {
  const declared = new Set(operations.flatMap(({ id, answers }) => answers.flatMap((answer) => [answer, `${id} ${answer}`])))
  return [
    ...Object.keys(unprovoked).flatMap((what) => (seen.has(what) ? `an exception, but answered: ${what}` : [])),
    ...Object.keys({ ...unprovoked, ...onceIsEnough }).flatMap((what) =>
      declared.has(what) ? [] : `an exception, but not declared: ${what}`,
    ),
  ]
}

// The declared answer that matches. A HEAD has no body, so only its status is compared.
function declaredAs(one: Observed, { answers }: Operation): string | undefined {
  const answer = answerOf(one)
  if (one.method === 'HEAD') return answers.find((declared) => declared.split(' ')[0] === String(one.status))
  if (answers.includes(answer)) return answer
  return one.code === null && one.type !== '' ? answers.find((declared) => declared === `${one.status} */*`) : undefined
}

// The operation is not served at this address: another part is, or a page of the client with the same path. HEAD is rejected where GET
// has side effects.
function isAboutAddress({ method, path, status, type, code }: Observed, { prefix, answers }: Operation): boolean {
  if (code === 'method_not_allowed' || (method === 'HEAD' && status === 404)) return true
  if (code === 'not_found') return !answers.includes('404 not_found')
  return type === 'text/html' && !isBelow(path, prefix) && !answers.some((answer) => answer.endsWith(' text/html'))
}

const isBelow = (path: string, prefix: string): boolean => path.startsWith(`${prefix}/`)

/** Matches like the router: paths without parameters come before paths with parameters. */
export function finderFor(operations: Operation[]) {
  const shapes = operations.map(({ prefix, path }) => ({
    prefix,
    path,
    literal: path.replace(/\{\w+\}/g, '').length,
    shape: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  shapes.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')) || b.literal - a.literal)
  return ({ method, path: given }: Pick<Observed, 'method' | 'path'>): Operation | undefined => {
    const prefix = (['/api', '/auth'] as const).find((one) => isBelow(given, one))
    const path = given.slice(prefix?.length ?? 0).replace(/(?<=.)\/$/, '')
    const found = shapes.find((one) => (prefix === undefined || one.prefix === prefix) && one.shape.test(path))
    const declaredMethod = method === 'HEAD' ? 'GET' : method
    return operations.find((one) => one.path === found?.path && one.prefix === found.prefix && one.method === declaredMethod)
  }
}
