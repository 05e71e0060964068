import { useEffect } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'

// Each entry of the history remembers where it was scrolled to; going back finds the place again, once there is enough to scroll.

const places = new Map<string, number>()
let isMoving = false // between two screens a page shrinks, and that is nobody's scrolling

const entry = (): string | undefined => (history.state as { entry?: string } | null)?.entry

addEventListener('popstate', () => {
  isMoving = true
})
addEventListener(
  'scroll',
  () => {
    const key = entry()
    if (key && !isMoving) places.set(key, scrollY)
  },
  { passive: true },
)

export function useScrollPlace(): void {
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    isMoving = true
    if (!entry()) history.replaceState({ ...history.state, entry: Math.random().toString(36).slice(2) }, '')
    const wanted = places.get(entry()!) ?? 0
    let tries = 0
    let timer = 0
    const stop = () => {
      clearTimeout(timer)
      isMoving = false
    }
    const restore = () => {
      scrollTo(0, wanted)
      // What comes from the server makes the page longer: it is tried until it fits, or the person scrolls.
      if (Math.abs(scrollY - wanted) > 2 && ++tries < 60) timer = window.setTimeout(restore, 50)
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
