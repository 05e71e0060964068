import { useMemo } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'

// What a list is narrowed to stands in the address: it can be shared, and going back brings it back.

/** Only these keys are read; setting one begins again at the first page, unless it is the page. */
export function useAddress<K extends string>(keys: readonly K[]) {
  const [path, go] = useLocation()
  const search = useSearch()
  const values = useMemo(() => {
    const given = new URLSearchParams(search)
    return Object.fromEntries(keys.map((key) => [key, given.get(key) ?? ''])) as Record<K, string>
  }, [search])
  const set = (changes: Partial<Record<K, string>>) => {
    const next = new URLSearchParams(location.search) // as it is by now: a search may come late, after another choice
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

/** As a call takes it: what is empty was not asked for. */
export const asked = <T extends Record<string, string>>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
