import { useEffect } from 'preact/hooks'

// Scrolls to the URL fragment once, then removes it: going back restores the scroll position instead.
export function useJump(isReady: boolean): void {
  useEffect(() => {
    const element = isReady && location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (!element) return
    const timer = setTimeout(() => {
      element.focus({ preventScroll: true })
      element.scrollIntoView()
      history.replaceState(history.state, '', location.pathname)
    }, 60) // after the scroll restoration has run
    return () => clearTimeout(timer)
  }, [isReady])
}
