import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { listKnownProjects, rememberProjects } from '#client/known-projects.ts'
import { filtersOf, readWish, searchKnownProjects, type Wish, writeWish } from '#client/search.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { findProjects } from '#contract/project.ts'
import { call, Unreachable } from '#ui/api.ts'
import { type Answered, networkFirst, queries, useFailure } from '#ui/query.ts'

const PAGE = 30

const pagesOf = (wish: Wish, key: string) => ({
  queryKey: ['projects', key],
  initialPageParam: 1,
  queryFn: async ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) => {
    const body = { filters: filtersOf(wish), page, pageSize: PAGE, sort: wish.sort || undefined }
    const answered = await networkFirst('public', `projects ${key} ${page}`, () => call(findProjects, { body, signal }))
    rememberProjects(answered.answer)
    return answered
  },
  getNextPageParam: ({ answer: { page, pageSize, total } }: Answered<AnswerOf<typeof findProjects>>) =>
    page * pageSize < total ? page + 1 : undefined,
})

/** Asks for the first page before there is a screen to show it. */
export function fetchAhead(): void {
  const wish = readWish(new URLSearchParams(location.search))
  void queries.prefetchInfiniteQuery(pagesOf(wish, writeWish(wish).toString()))
}

/** The projects that fit, page after page; without a network those of them this device has seen. */
export function useProjects(wish: Wish) {
  const key = writeWish(wish).toString()
  const query = useInfiniteQuery({
    ...pagesOf(wish, key),
    placeholderData: (before) => before, // what was found stays until there is something new
  })
  const failure = useFailure(key, query)
  const isCutOff = failure instanceof Unreachable
  const local = useQuery({
    queryKey: ['seen', key],
    queryFn: async () => searchKnownProjects(await listKnownProjects(), wish),
    enabled: isCutOff,
    staleTime: 0,
  })
  const isLocal = isCutOff && local.data !== undefined && (local.data.length > 0 || query.data === undefined)
  const pages = query.data?.pages ?? []
  const projects = isLocal ? local.data : pages.flatMap(({ answer }) => answer.projects)
  const hasNothingSeen = isLocal && local.data.length === 0 && key === ''
  return {
    projects,
    total: isLocal ? local.data.length : (pages[0]?.answer.total ?? 0),
    savedAt: isLocal ? null : (pages[0]?.savedAt ?? null),
    isLocal: isLocal && !hasNothingSeen,
    isLoading: query.isPending && !failure,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    isOld: query.isPlaceholderData,
    isEmpty: (isLocal ? !hasNothingSeen : query.isSuccess) && projects.length === 0,
    error: (isLocal && !hasNothingSeen) || query.data !== undefined ? null : failure,
    hasMore: !isLocal && query.hasNextPage,
    more: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    retry: () => query.refetch(),
  }
}
