import { signal } from '@preact/signals'

// On wide screens the app has another frame, which phones do not load.

const wide = matchMedia('(min-width: 62.5rem)') // 1000 px; fewer when the font is large

export const desktop = signal<typeof import('./desktop/frame.tsx') | null>(null)

/** Before the first render, so that it is made in its final place. */
export async function loadDesktop(): Promise<void> {
  const frame = wide.matches ? await import('./desktop/frame.tsx').catch(() => null) : null
  desktop.value = wide.matches ? frame : null
}

wide.addEventListener('change', () => void loadDesktop())
