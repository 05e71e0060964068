import { navigate } from 'wouter-preact/use-browser-location'
import type { IconName } from '#ui/icon.tsx'

// What an app tells the keyboard shortcuts and the command palette.

/** `to`: an address of the app; items without it have an effect of their own. */
export type PaletteItem = { id: string; group: string; label: string; hint?: string; icon: IconName; to?: string; run?(): unknown }

export type Shortcuts = {
  app: 'client' | 'console'
  /** Selector of the links that `j` and `k` move through. */
  rows: string
  /** Addresses that `g` and a letter lead to. */
  places(): { key: string; name: string; to: string }[]
  /** Keys of single screens (`useKeys`), for the help. */
  keys?(): { keys: string[]; name: string }[]
  /** Screens and actions of the palette. */
  items(): PaletteItem[]
  find(text: string, signal: AbortSignal): Promise<PaletteItem[]>
}

/** Follows an address like a link, so that a screen with unsaved changes can ask first. */
export function follow(to: string): void {
  const link = document.body.appendChild(Object.assign(document.createElement('a'), { href: to, hidden: true }))
  link.onclick = (event) => {
    event.preventDefault()
    navigate(to)
  }
  link.click()
  link.remove()
}
