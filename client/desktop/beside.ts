import { useEffect, useMemo, useState } from 'preact/hooks'
import { type BaseLocationHook, useLocation, useRouter, useSearch } from 'wouter-preact'
import { navigate } from 'wouter-preact/use-browser-location'
import { paths } from '#client/routes.ts'
import { keepPosition } from '#client/scroll.ts'

// Which list is beside the project. A project that was opened from a list stays beside it; any other project has the page to itself.
// The history entry of the project remembers the list and how many entries back it is.

type Entry = { list?: string; depth?: number } | null

const lists: string[] = [paths.projects, paths.active, paths.latest, paths.saved]
const projectPath = /^\/project\/([^/]+)$/

let current: { list: string | null; depth: number } = { list: null, depth: 0 }

const entry = (): Entry => history.state as Entry

/** The address of the list, if there is one on the screen, and the project, if one is open. */
export function useBeside(): { list: string | null; slug: string | null } {
  const [path] = useLocation()
  const search = useSearch()
  const slug = projectPath.exec(path)?.[1] ?? null
  const list = lists.includes(path) ? path + (search && `?${search}`) : slug === null ? null : (entry()?.list ?? current.list)
  current = { list, depth: lists.includes(path) ? 0 : current.depth }
  useEffect(() => {
    if (slug === null || list === null) return
    const depth = entry()?.depth ?? current.depth + 1
    current = { list, depth }
    if (entry()?.depth === undefined) history.replaceState({ ...history.state, list, depth }, '')
  }, [path])
  return { list, slug: slug && decodeURIComponent(slug) }
}

/** The location that the list sees. While a project is open, searching in the list does not change the address. */
export function useListLocation(list: string, slug: string | null) {
  const { aroundNav } = useRouter()
  const [searched, setSearched] = useState<string | null>(null)
  useEffect(() => {
    if (slug === null) setSearched(null)
  }, [slug, list])
  const address = (slug !== null && searched) || list
  const isOpen = slug !== null
  const router = useMemo(() => {
    const [path, search = ''] = address.split('?')
    const go = (to: string, options?: { replace?: boolean; state?: unknown }) =>
      isOpen && to.split('?')[0] === path ? setSearched(to) : navigate(to, options)
    return { hook: (() => [path, go]) as unknown as BaseLocationHook, searchHook: () => search, aroundNav }
  }, [address, isOpen, aroundNav])
  const close = () => {
    if (address === list && current.depth > 0) return history.go(-current.depth)
    keepPosition(address)
    navigate(address)
  }
  return { router, close }
}
