import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '#ui/icon.tsx'

// Only in the installed app: a browser's tab has the gesture of its own.

const FAR = 80
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

export function PullToRefresh({ children, onRefresh }: { children: ComponentChildren; onRefresh(): Promise<unknown> }) {
  const start = useRef<number | null>(null)
  const [pulled, setPulled] = useState(0)
  const end = () => {
    if (pulled >= FAR) void onRefresh()
    start.current = null
    setPulled(0)
  }
  return (
    <div
      onTouchStart={({ touches }) => {
        start.current = scrollY === 0 && isInstalled() ? touches[0]!.clientY : null
      }}
      onTouchMove={({ touches }) => {
        if (start.current !== null) setPulled(Math.min(FAR * 1.2, Math.max(0, (touches[0]!.clientY - start.current) / 2)))
      }}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      {pulled > 8 && (
        <div class={pulled >= FAR ? 'pulled is-far' : 'pulled'} aria-hidden="true">
          <Icon name="refresh" />
        </div>
      )}
      {children}
    </div>
  )
}
