import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { cacheProjects } from '#client/cached-projects.ts'
import { filtersOf, type ProjectSearch, readSearch, sortOf, writeSearch } from '#client/search.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { findProjects } from '#contract/project.ts'
import { call, Unreachable } from '#ui/server/api.ts'
import { type Answered, networkFirst, queries, useFailure } from '#ui/server/query.ts'

const PAGE = 30

const pagesOf = (search: ProjectSearch, key: string) => ({
  queryKey: ['projects', key],
  initialPageParam: 1,
  queryFn: async ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) => {
    const highlight = search.text === '' ? undefined : true
    const body = { filters: filtersOf(search), page, pageSize: PAGE, sort: sortOf(search), highlight }
    const answered = await networkFirst('public', `projects ${key} ${page}`, () => call(findProjects, { body, signal }))
    cacheProjects(answered.answer, answered.savedAt ?? undefined)
    return answered
  },
  getNextPageParam: ({ answer: { page, pageSize, total } }: Answered<AnswerOf<typeof findProjects>>) =>
    page * pageSize < total ? page + 1 : undefined,
})

/** Prefetches the first page before the first render. */
export function prefetchProjects(): void {
  const search = readSearch(new URLSearchParams(location.search))
  void queries.prefetchInfiniteQuery(pagesOf(search, writeSearch(search).toString()))
}

export type Found = ReturnType<typeof useProjects>

/** The matching projects, paged; offline those in the cache. */
export function useProjects(search: ProjectSearch) {
  const key = writeSearch(search).toString()
  const query = useInfiniteQuery({
    ...pagesOf(search, key),
    placeholderData: (previous) => previous, // keep the previous results while loading
  })
  const failure = useFailure(key, query)
  const isUnreachable = failure instanceof Unreachable
  const local = useQuery({
    queryKey: ['offline search', key],
    queryFn: async () => (await import('#client/offline-search.ts')).searchCachedProjects(search),
    enabled: isUnreachable,
    staleTime: 0,
  })
  const isLocal = isUnreachable && local.data !== undefined && (local.data.projects.length > 0 || query.data === undefined)
  const pages = query.data?.pages ?? []
  const projects = isLocal ? local.data.projects : pages.flatMap(({ answer }) => answer.projects)
  const hasNothingCached = isLocal && projects.length === 0 && key === ''
  const { match, missing = [], corrected = [] } = (isLocal ? local.data : pages[0]?.answer) ?? {}
  return {
    key,
    projects,
    total: isLocal ? projects.length : (pages[0]?.answer.total ?? 0),
    match,
    missing,
    corrected,
    highlights: isLocal ? (local.data.highlights ?? {}) : Object.assign({}, ...pages.map(({ answer }) => answer.highlights)),
    savedAt: isLocal ? null : (pages[0]?.savedAt ?? null),
    isLocal: isLocal && !hasNothingCached,
    isLoading: query.isPending && !failure,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    isStale: query.isPlaceholderData,
    isEmpty: (isLocal ? !hasNothingCached : query.isSuccess) && projects.length === 0,
    error: (isLocal && !hasNothingCached) || query.data !== undefined ? null : failure,
    hasMore: !isLocal && query.hasNextPage,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    retry: () => query.refetch(),
  }
}
