import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '#ui/icon.tsx'

// Only in the installed app: in a browser tab the browser handles the gesture.

const THRESHOLD = 80
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

export function PullToRefresh({ children, onRefresh }: { children: ComponentChildren; onRefresh(): Promise<unknown> }) {
  const start = useRef<number | null>(null)
  const [pulled, setPulled] = useState(0)
  const end = () => {
    if (pulled >= THRESHOLD) void onRefresh()
    start.current = null
    setPulled(0)
  }
  return (
    <div
      onTouchStart={({ touches }) => {
        start.current = scrollY === 0 && isInstalled() ? touches[0]!.clientY : null
      }}
      onTouchMove={({ touches }) => {
        if (start.current !== null) setPulled(Math.min(THRESHOLD * 1.2, Math.max(0, (touches[0]!.clientY - start.current) / 2)))
      }}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      {pulled > 8 && (
        <div class={pulled >= THRESHOLD ? 'pulled is-far' : 'pulled'} aria-hidden="true">
          <Icon name="refresh" />
        </div>
      )}
      {children}
    </div>
  )
}
