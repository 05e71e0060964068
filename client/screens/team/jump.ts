import { useEffect } from 'preact/hooks'

// "#results" in the address leads to the results, once: whoever comes back finds the place they left.
export function useJump(isReady: boolean): void {
  useEffect(() => {
    const place = isReady && location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (!place) return
    const timer = setTimeout(() => {
      place.focus({ preventScroll: true })
      place.scrollIntoView()
      history.replaceState(history.state, '', location.pathname)
    }, 60) // after the screen has gone to its top
    return () => clearTimeout(timer)
  }, [isReady])
}
