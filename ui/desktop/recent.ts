import { RECENT_KEY } from '#ui/session/session.ts'
import type { PaletteItem, Shortcuts } from './shortcuts.ts'

// The items chosen last that have an address. Deleted at sign-out.

const MOST = 5

type Recent = Pick<PaletteItem, 'id' | 'label' | 'hint' | 'icon' | 'to'>

function readAll(): Partial<Record<Shortcuts['app'], Recent[]>> {
  try {
    return JSON.parse(localStorage.getItem(RECENT_KEY) ?? '{}')
  } catch {
    return {} // private windows may deny access
  }
}

/** With the names of now: the language may have changed. */
export const recentItems = ({ app, items }: Shortcuts, group: string): PaletteItem[] => {
  const known = new Map(items().map((item) => [item.id, item]))
  return (readAll()[app] ?? []).map((one) => ({ ...one, ...known.get(one.id), group }))
}

export function addRecent({ app }: Shortcuts, { id, label, hint, icon, to }: PaletteItem): void {
  if (to === undefined) return
  const all = readAll()
  const others = (all[app] ?? []).filter((one) => one.id !== id)
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify({ ...all, [app]: [{ id, label, hint, icon, to }, ...others].slice(0, MOST) }))
  } catch {} // the list is a convenience
}
