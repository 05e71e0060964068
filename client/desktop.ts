import { signal } from '@preact/signals'
import { isWide } from './wide.ts'

// On wide screens the app has another frame, which phones do not load.

export const desktop = signal<typeof import('./desktop/frame.tsx') | null>(null)

async function importFrame() {
  const frame = await import('./desktop/frame.tsx')
  await frame.ready()
  return frame
}

/** Before the first render, so that it is made in its final place. */
export async function loadDesktop(): Promise<void> {
  const frame = isWide.value ? await importFrame().catch(() => null) : null
  desktop.value = isWide.value ? frame : null
}

isWide.subscribe(() => void loadDesktop())
