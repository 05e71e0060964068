import { useQuery } from '@tanstack/preact-query'
import { listChoices, type RoundChoices } from '#contract/round.ts'
import { callWithEtag } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { networkFirst, queries, useFailure } from '#ui/server/query.ts'
import { accessToken, refreshError, session } from '#ui/session/session.ts'

/** With the version for `If-Match`. */
export type Versioned = { answer: RoundChoices; etag: string | null }

const keyOf = (slug: string) => ['choices', slug, session.value.state === 'signed-in' ? session.value.userId : null]

/** The choices of the caller's teams. Offline the last ones that were saved. */
export function useChoices(slug: string) {
  const key = keyOf(slug)
  const who = session.value.state
  const query = useQuery({
    queryKey: key,
    queryFn: () => networkFirst<Versioned>('private', `choices ${slug}`, () => callWithEtag(listChoices, { params: { slug } })),
    enabled: who === 'signed-in' || (who === 'unknown' && !isOnline.value),
  })
  const failure = useFailure(JSON.stringify(key), query)
  const isStuck = who === 'unknown' && isOnline.value && refreshError.value !== null
  return {
    versioned: query.data?.answer,
    savedAt: query.data?.savedAt ?? null,
    error: isStuck ? refreshError.value : failure,
    retry: (): Promise<unknown> => (isStuck ? accessToken().catch(() => {}) : query.refetch()),
    /** Shows the answer of a change before the next read. */
    accept: (versioned: Versioned) => queries.setQueryData(key, { answer: versioned, savedAt: null }),
    refetch: async (): Promise<Versioned | undefined> => (await query.refetch()).data?.answer,
  }
}
export type ChoicesQuery = ReturnType<typeof useChoices>
