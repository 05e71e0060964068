import { useEffect, useState } from 'preact/hooks'
import type { IconName } from '#ui/icon.tsx'
import './illustration.css'

// The picture of an empty state, by the name of its icon. Decorative; drawn with the tokens, so that it follows theme and accent.

type Drawings = typeof import('./illustrations.ts')
let drawings: Drawings | undefined

export function Illustration({ name }: { name: IconName }) {
  const [loaded, setLoaded] = useState(drawings)
  useEffect(() => {
    if (loaded === undefined)
      import('./illustrations.ts').then(
        (found) => {
          drawings = found
          setLoaded(found)
        },
        () => {}, // offline: the place stays empty
      )
  }, [])
  return (
    <svg class="illustration" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      {loaded?.drawingOf(name).map(([style, path], index) => (
        <path key={index} class={`ink-${style}`} d={path} />
      ))}
    </svg>
  )
}
