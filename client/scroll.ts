import { useLayoutEffect } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'

// Scroll restoration: the position of each history entry is restored once the page is long enough.

const positions = new Map<string, number>()
const lastPositions = new Map<string, number>() // by address, for returning to a tab
let returnTo: string | null = null
let rendered: string | undefined // the entry on the screen: on the way back the old one is still there when the history has the new one
let isNavigating = false // scroll events during navigation are not the user's: the page shrinks

const entry = (): string | undefined => (history.state as { entry?: string } | null)?.entry

addEventListener('popstate', () => {
  isNavigating = true
})
addEventListener(
  'scroll',
  () => {
    const key = entry()
    if (!key || key !== rendered || isNavigating) return
    positions.set(key, scrollY)
    lastPositions.set(location.pathname + location.search, scrollY)
  },
  { passive: true },
)

/** The next navigation, if it goes to this address, scrolls to where the user left it. */
export function keepPosition(address: string): void {
  returnTo = address
}

export function useScrollRestoration(): void {
  const [path] = useLocation()
  const search = useSearch()
  // A layout effect: a view transition captures the new screen right after it.
  useLayoutEffect(() => {
    isNavigating = true
    if (!entry()) history.replaceState({ ...history.state, entry: Math.random().toString(36).slice(2) }, '')
    rendered = entry()
    const address = location.pathname + location.search
    const target = positions.get(entry()!) ?? (returnTo === address ? lastPositions.get(address) : 0) ?? 0
    returnTo = null
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
    restore()
    addEventListener('wheel', stop, { passive: true, once: true })
    addEventListener('touchmove', stop, { passive: true, once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('wheel', stop)
      removeEventListener('touchmove', stop)
    }
  }, [path, search])
}
