import { computed, signal } from '@preact/signals'
import { SAVED_KEY, session } from '#ui/session/session.ts'

// Which projects are saved. On this device for guests; for signed-in people a copy of the account's list, with the changes the server does
// not have yet. client/saved-sync.ts sends them.

export type SavedState = {
  person: number | null // null: saved by a guest
  slugs: string[] // last saved first
  pending: Record<string, boolean> // changes to be sent: saved or removed, the last one of each project
}

const nothing: SavedState = { person: null, slugs: [], pending: {} }

export const readState = (): SavedState => JSON.parse(localStorage.getItem(SAVED_KEY) ?? 'null') ?? nothing

const state = signal(readState())

/** Reads, changes and writes in one go: other tabs write too. */
export function updateState(change: (current: SavedState) => SavedState): void {
  state.value = change(readState())
  localStorage.setItem(SAVED_KEY, JSON.stringify(state.value))
}

/** Not what another person has left on this device. */
export function ownState(stored = readState()): SavedState {
  const who = session.value
  const isOwn = stored.person === null || (who.state === 'signed-in' ? stored.person === who.userId : who.state !== 'guest')
  return isOwn ? stored : nothing
}

export const savedSlugs = computed(() => new Set(ownState(state.value).slugs))

export const withSlug = (slugs: string[], slug: string, isSaved: boolean): string[] => [
  ...(isSaved ? [slug] : []),
  ...slugs.filter((other) => other !== slug),
]

export function setSaved(slug: string, isSaved: boolean): void {
  updateState((stored) => {
    const { person, slugs, pending } = ownState(stored)
    const isGuest = session.peek().state === 'guest'
    return { person, slugs: withSlug(slugs, slug, isSaved), pending: isGuest ? {} : { ...pending, [slug]: isSaved } }
  })
}
