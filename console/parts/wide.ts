import { useEffect, useState } from 'preact/hooks'

const query = '(min-width: 64rem)' // as in the style sheets

/** Whether there is room for things side by side. */
export function useWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const look = () => setIsWide(media.matches)
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return isWide
}
