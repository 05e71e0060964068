import { useEffect, useState } from 'preact/hooks'

const query = '(min-width: 64rem)' // the breakpoint of the CSS

/** Whether the window has room for columns. */
export function useWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const update = () => setIsWide(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  return isWide
}
