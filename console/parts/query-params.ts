import { useMemo } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'

// Filters of a list are in the query string: links can be shared, and the back button restores them.

/** Reads only these keys; setting any key but `page` returns to the first page. */
export function useQueryParams<K extends string>(keys: readonly K[]) {
  const [path, go] = useLocation()
  const search = useSearch()
  const values = useMemo(() => {
    const params = new URLSearchParams(search)
    return Object.fromEntries(keys.map((key) => [key, params.get(key) ?? ''])) as Record<K, string>
  }, [search])
  const set = (changes: Partial<Record<K, string>>) => {
    const next = new URLSearchParams(location.search) // not `search`: a debounced search may be set after another filter
    if (!('page' in changes)) next.delete('page')
    for (const [key, value] of Object.entries(changes) as [K, string][]) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    const text = next.toString()
    go(text ? `${path}?${text}` : path, { replace: !('page' in changes) })
  }
  return { values, set }
}

/** For the query of a call: empty values are left out. */
export const withoutEmpty = <T extends Record<string, string>>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
