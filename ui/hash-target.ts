import { useEffect, useRef } from 'preact/hooks'

/** Scrolls to the heading once if the address names it: links of emails and of My project. */
export function useHashTarget(id: string, isReady: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isReady || location.hash !== `#${id}`) return
    const timer = setTimeout(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView()
      // Going back restores the scroll position instead.
      history.replaceState(history.state, '', location.pathname + location.search)
    }, 60) // after the scroll restoration has run
    return () => clearTimeout(timer)
  }, [isReady])
  return heading
}
