import { signal } from '@preact/signals'
import { isWide } from './wide.ts'

// On wide screens the app has another frame, which phones do not load.

export const desktop = signal<Awaited<ReturnType<typeof importFrame>> | null>(null)

async function importFrame() {
  const { Frame, ready } = await import('./desktop/frame.tsx')
  await ready()
  return { Frame }
}

/** Before the first render, so that it is made in its final place. */
export async function loadDesktop(): Promise<void> {
  const frame = isWide.value ? await importFrame().catch(() => null) : null
  desktop.value = isWide.value ? frame : null
}

isWide.subscribe(() => void loadDesktop())
