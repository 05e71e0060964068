// The query string of a saved view.

const MOST_PAIRS = 30
const KEY = /^[a-zA-Z]{1,30}$/

/** In one form: known shapes of keys only, without the page; the last value of a key counts. */
export function readViewQuery(given: string): string {
  const pairs = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(given.toWellFormed()))
    if (KEY.test(key) && key !== 'page' && value !== '' && (pairs.has(key) || pairs.size < MOST_PAIRS)) pairs.set(key, value)
  return new URLSearchParams([...pairs]).toString()
}

type Viewer = { id: number; access: 'member' | 'curator' | 'administrator' }

/** Views of others are visible only when they are shared; those change their owner and administrators. */
export const whyNotChangeView = (view: { ownerId: number | null; isShared: boolean }, viewer: Viewer) => {
  if (view.ownerId === viewer.id) return null
  if (!view.isShared) return 'view_not_found' as const
  return viewer.access === 'administrator' ? null : ('view_not_own' as const)
}
