import { QueryClient, useQuery } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import type { Input } from '#contract/client.ts'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { call, ProblemError, Unreachable } from './api.ts'
import { isOnline } from './online.ts'
import { type Carousel, readSaved, save } from './saved.ts'
import { accessToken, session, trouble } from './session.ts'

// What the server said, kept while it is fresh; and the last of it kept on the device, for when there is no server.

const FRESH_MS = 15_000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 10 * 60_000,
      networkMode: 'always', // without a network what was saved is the answer
      // A refusal stays one; what did not get through is tried again, but not at length: what was saved is better than waiting.
      retry: (count, error) =>
        !(error instanceof ProblemError && error.problem.status < 500) && !(error instanceof Unreachable) && count < 2,
      retryDelay: (count) => Math.random() * 400 * 2 ** count,
      refetchOnWindowFocus: true,
      refetchOnReconnect: false, // see below
    },
  },
})

/** An answer, and since when it has been lying on the device; null: it just came from the server. */
export type Answered<T> = { answer: T; savedAt: number | null }

/** The server's answer; else the one saved last, where there is one. */
export async function answeredOrSaved<T>(shelf: Carousel, key: string, ask: () => Promise<T>): Promise<Answered<T>> {
  try {
    const answer = await ask()
    void save(shelf, key, answer)
    return { answer, savedAt: null }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const saved = await readSaved<T>(shelf, key)
    if (!saved) throw error
    return { answer: saved.value, savedAt: saved.at }
  }
}

export const keyOf = <E extends Endpoint>(endpoint: E, input?: Input<E>): [string, unknown, number | null] => {
  const { params = null, query = null, body = null } = (input ?? {}) as { params?: unknown; query?: unknown; body?: unknown }
  const who = session.value
  return [endpoint.id, { params, query, body }, who.state === 'signed-in' ? who.userId : null]
}

/** What went wrong, also while it is tried again: whoever pressed the button keeps it under their hand. */
export function useFailure(key: string, { error, isPending }: { error: Error | null; isPending: boolean }): Error | null {
  const last = useRef<{ key: string; error: Error }>(null)
  if (error) last.current = { key, error }
  else if (!isPending || last.current?.key !== key) last.current = null
  return last.current?.error ?? null
}

// isSaved: whether a copy stays on the device, for when there is no network.
type Options<E extends Endpoint> = { isPrivate?: boolean; isSaved?: boolean; isOn?: boolean; placeholder?: AnswerOf<E> }

/** One GET (or search) of the contract as a screen needs it: answer, whether it is loading, what went wrong, since when it is old. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input?: Input<E>,
  { isPrivate = false, isSaved = true, isOn = true, placeholder }: Options<E> = {},
) {
  const key = keyOf(endpoint, input)
  const who = session.value.state
  // A person's own things are asked for once it is known who they are; without a network, what was saved of theirs is shown.
  const isReady = isOn && (!isPrivate || who === 'signed-in' || (who === 'unknown' && !isOnline.value))
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Answered<AnswerOf<E>>> => {
      const ask = () => call(endpoint, { ...input, signal } as Input<E>)
      if (!isSaved) return { answer: await ask(), savedAt: null }
      return answeredOrSaved<AnswerOf<E>>(isPrivate ? 'private' : 'public', JSON.stringify(key.slice(0, 2)), ask)
    },
    enabled: isReady,
    placeholderData: placeholder === undefined ? undefined : { answer: placeholder, savedAt: Date.now() },
  })
  const failure = useFailure(JSON.stringify(key), query)
  // Nobody knows who is there, and there is a network: the screen says what went wrong instead of waiting for ever.
  const isStuck = isPrivate && who === 'unknown' && isOnline.value && trouble.value !== null
  return {
    answer: query.data?.answer,
    savedAt: query.data?.savedAt ?? null,
    isLoading: query.isPending && !failure && !isStuck && (isReady || (isPrivate && who === 'unknown')),
    isFetching: query.isFetching,
    error: isStuck ? trouble.value : failure,
    retry: (): Promise<unknown> => (isStuck ? accessToken().catch(() => {}) : query.refetch()),
  }
}

/** After a change of one's own: whatever is on the screen asks again. */
export const refreshAll = (): Promise<void> => queries.invalidateQueries()

// Another person's answers must not be shown for a moment.
let before = session.peek().state
session.subscribe(({ state }) => {
  if (state === 'guest' && before !== 'guest') queries.clear()
  before = state
})

// The library knows only what the browser says about the network.
isOnline.subscribe((online) => {
  if (online) void queries.invalidateQueries()
})
