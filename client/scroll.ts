import { useEffect } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'

// Scroll restoration: the position of each history entry is restored once the page is long enough.

const positions = new Map<string, number>()
let isNavigating = false // scroll events during navigation are not the user's: the page shrinks

const entry = (): string | undefined => (history.state as { entry?: string } | null)?.entry

addEventListener('popstate', () => {
  isNavigating = true
})
addEventListener(
  'scroll',
  () => {
    const key = entry()
    if (key && !isNavigating) positions.set(key, scrollY)
  },
  { passive: true },
)

export function useScrollRestoration(): void {
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    isNavigating = true
    if (!entry()) history.replaceState({ ...history.state, entry: Math.random().toString(36).slice(2) }, '')
    const target = positions.get(entry()!) ?? 0
    let attempts = 0
    let timer = 0
    const stop = () => {
      clearTimeout(timer)
      isNavigating = false
    }
    const restore = () => {
      scrollTo(0, target)
      // Retry while data is loading, until the page is long enough or the user scrolls.
      if (Math.abs(scrollY - target) > 2 && ++attempts < 60) timer = window.setTimeout(restore, 50)
      else timer = window.setTimeout(stop, 50)
    }
    timer = window.setTimeout(restore)
    addEventListener('wheel', stop, { passive: true, once: true })
    addEventListener('touchmove', stop, { passive: true, once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('wheel', stop)
      removeEventListener('touchmove', stop)
    }
  }, [path, search])
}
