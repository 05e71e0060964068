import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { loadMoreIcons } from './icon.tsx'
import { w } from './shared-texts.ts'
import { Empty, Loading } from './states.tsx'

// Code splitting: a screen is loaded on first use. After a release the old chunk may be gone; a reload loads the new one.

// biome-ignore lint/suspicious/noExplicitAny: the props of any screen
export function lazy<P extends Record<string, any>>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const fetchOnce = async () => {
    if (loaded === null) [loaded] = await Promise.all([load(), loadMoreIcons()])
    return loaded
  }
  function Lazy(props: P) {
    const [Screen, setScreen] = useState<ComponentType<P> | null>(() => loaded)
    const [hasFailed, setHasFailed] = useState(false)
    useEffect(() => {
      if (Screen === null)
        fetchOnce().then(
          (found) => setScreen(() => found),
          () => setHasFailed(true),
        )
    }, [])
    if (hasFailed)
      return <Empty icon="warning" title={w('failed')} action={<Button onClick={() => location.reload()}>{w('reload')}</Button>} />
    return Screen ? <Screen {...props} /> : <Loading lines={4} />
  }
  Lazy.prefetch = fetchOnce
  return Lazy
}
