import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts'
import type { Problem } from './shared.ts'

type Given<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }
type OptionalGiven<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]?: T }
export type Input<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  OptionalGiven<'query', QueryOf<E>> &
  OptionalGiven<'body', BodyOf<E>> & { headers?: Record<string, string>; signal?: AbortSignal }

export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

export type Call = <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<AnswerOf<E>>

const addressOf = (baseUrl: string, endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, String(value))
  const search = query.toString()
  return `${baseUrl}${path}${search ? `?${search}` : ''}`
}

// createClient(base)(getProject, { params: { slug } }) returns the type of the contract or throws a ProblemError.
export function createClient(baseUrl: string, fetch: typeof globalThis.fetch = globalThis.fetch): Call {
  return async (endpoint, input) => {
    const given = (input ?? {}) as {
      params?: unknown
      query?: unknown
      body?: unknown
      headers?: Record<string, string>
      signal?: AbortSignal
    }
    const response = await fetch(addressOf(baseUrl, endpoint, given), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given.headers,
      },
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
      signal: given.signal,
    })
    const answer = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new ProblemError(answer as Problem)
    return answer as AnswerOf<typeof endpoint>
  }
}
