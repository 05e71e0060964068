import { QueryClient, useQuery } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import type { Input } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { accessToken, refreshError, session } from '#ui/session/session.ts'
import { call, ProblemError, Unreachable } from './api.ts'
import { isOnline } from './online.ts'
import { readSaved, type SavedStore, save } from './saved.ts'

// The query cache, with a copy of the last answers in IndexedDB for offline use.

const FRESH_MS = 15_000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 10 * 60_000,
      networkMode: 'always', // offline, queryFn falls back to the saved answer
      // No retry for 4xx, which would fail again, nor for network errors: showing the saved answer is better than waiting.
      retry: (count, error) =>
        !(error instanceof ProblemError && error.problem.status < 500) && !(error instanceof Unreachable) && count < 2,
      retryDelay: (count) => Math.random() * 400 * 2 ** count,
      refetchOnWindowFocus: true,
      refetchOnReconnect: false, // see isOnline below
    },
  },
})

/** An answer, and when it was saved; null: fresh from the server. */
export type Answered<T> = { answer: T; savedAt: number | null }

/** Network first, falls back to the saved answer. */
export async function networkFirst<T>(store: SavedStore, key: string, fetchAnswer: () => Promise<T>): Promise<Answered<T>> {
  try {
    const answer = await fetchAnswer()
    void save(store, key, answer)
    return { answer, savedAt: null }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const saved = await readSaved<T>(store, key)
    if (!saved) throw error
    return { answer: saved.value, savedAt: saved.at }
  }
}

export const keyOf = <E extends Endpoint>(endpoint: E, input?: Input<E>): [string, unknown, number | null] => {
  const { params = null, query = null, body = null } = (input ?? {}) as { params?: unknown; query?: unknown; body?: unknown }
  const who = session.value
  return [endpoint.id, { params, query, body }, who.state === 'signed-in' ? who.userId : null]
}

const queryOf = <E extends Endpoint>(endpoint: E, input: Input<E> | undefined, isPrivate: boolean, isSaved = true) => {
  const queryKey = keyOf(endpoint, input)
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answered<AnswerOf<E>>> => {
      const fetchAnswer = () => call(endpoint, { ...input, signal } as Input<E>)
      if (!isSaved) return { answer: await fetchAnswer(), savedAt: null }
      return networkFirst<AnswerOf<E>>(isPrivate ? 'private' : 'public', JSON.stringify(queryKey.slice(0, 2)), fetchAnswer)
    },
  }
}

/** The error, kept during a retry so that the retry button does not disappear. */
export function useFailure(key: string, { error, isPending }: { error: Error | null; isPending: boolean }): Error | null {
  const last = useRef<{ key: string; error: Error }>(null)
  if (error) last.current = { key, error }
  else if (!isPending || last.current?.key !== key) last.current = null
  return last.current?.error ?? null
}

// isSaved: whether a copy is saved for offline use.
type Options<E extends Endpoint> = { isPrivate?: boolean; isSaved?: boolean; isOn?: boolean; placeholder?: AnswerOf<E> }

/** A query for one GET (or search) endpoint of the contract. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input?: Input<E>,
  { isPrivate = false, isSaved = true, isOn = true, placeholder }: Options<E> = {},
) {
  const asked = queryOf(endpoint, input, isPrivate, isSaved)
  const key = asked.queryKey
  const who = session.value.state
  // Private data waits for the session; offline the saved copy is shown without it.
  const isReady = isOn && (!isPrivate || who === 'signed-in' || (who === 'unknown' && !isOnline.value))
  const query = useQuery({
    ...asked,
    enabled: isReady,
    placeholderData: placeholder === undefined ? undefined : { answer: placeholder, savedAt: Date.now() },
  })
  const failure = useFailure(JSON.stringify(key), query)
  // Online, but the session could not be refreshed: show that error instead of loading for ever.
  const isStuck = isPrivate && who === 'unknown' && isOnline.value && refreshError.value !== null
  return {
    answer: query.data?.answer,
    savedAt: query.data?.savedAt ?? null,
    isLoading: query.isPending && !failure && !isStuck && (isReady || (isPrivate && who === 'unknown')),
    isFetching: query.isFetching,
    error: isStuck ? refreshError.value : failure,
    retry: (): Promise<unknown> => (isStuck ? accessToken().catch(() => {}) : query.refetch()),
  }
}

/** Starts the call that useCall makes later. */
export const prefetchCall = <E extends Endpoint>(endpoint: E, input?: Input<E>, isPrivate = false): Promise<void> =>
  queries.prefetchQuery(queryOf(endpoint, input, isPrivate))

/** Refetches visible queries, after a mutation. */
export const refreshAll = (): Promise<void> => queries.invalidateQueries()

// Sign-out clears the cache: the next person must not see private data.
let previousState = session.peek().state
session.subscribe(({ state }) => {
  if (state === 'guest' && previousState !== 'guest') queries.clear()
  previousState = state
})

// Instead of refetchOnReconnect, which relies on navigator.onLine.
isOnline.subscribe((online) => {
  if (online) void queries.invalidateQueries()
})
