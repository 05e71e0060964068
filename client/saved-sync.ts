import { effect } from '@preact/signals'
import { listSaved, MOST_SAVED, type SavedProjects, saveProject, saveProjects, unsaveProject } from '#contract/saved.ts'
import { tellError } from '#ui/act/act.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { keyOf, queries } from '#ui/server/query.ts'
import { isRefusal } from '#ui/server/repeatable.ts'
import { save } from '#ui/server/saved.ts'
import { SAVED_KEY, session } from '#ui/session/session.ts'
import { w } from '#ui/shared-texts.ts'
import { cacheProjects } from './cached-projects.ts'
import { ownState, readState, setSaved, updateState, withSlug } from './saved-projects.ts'
import { more, t } from './texts.ts'

// Sends what was saved or removed on this device, and gets the list of the account.

const RETRY_MS = 20_000
export const MOST_OF_GUEST = 50

/** After a press: the toast, and the call. */
export async function afterPress(slug: string, isSaved: boolean): Promise<void> {
  void sync()
  await more()
  if (!isSaved) {
    const undo = () => {
      setSaved(slug, true)
      void sync()
    }
    tell(t('saved.removed'), { label: w('undo'), run: undo })
  } else if (session.peek().state === 'guest' && readState().slugs.length > MOST_OF_GUEST) {
    setSaved(slug, false)
    tell(t('saved.full', { most: MOST_OF_GUEST }))
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** One tab at a time. Repeats after a failure, and when the device is online again. */
export async function sync(): Promise<void> {
  clearTimeout(timer)
  const who = session.peek()
  if (who.state !== 'signed-in' || !isOnline.peek()) return
  try {
    await navigator.locks.request('pj-saved', () => send(who.userId))
  } catch {
    timer = setTimeout(() => void sync(), RETRY_MS)
  }
}

async function send(person: number): Promise<void> {
  const { person: owner, slugs } = ownState()
  // Saved before the sign-in. Sending it again does no harm, if this page is closed before the answer.
  if (owner === null && slugs.length > 0) await call(saveProjects, { body: { slugs: slugs.slice(0, MOST_SAVED) } })
  updateState((stored) => ({ ...ownState(stored), person }))
  for (;;) {
    const [next] = Object.entries(readState().pending)
    if (next === undefined) break
    await sendChange(...next)
  }
  acceptList(await loadList())
}

async function sendChange(slug: string, isSaved: boolean): Promise<void> {
  let isRefused = false
  try {
    await call(isSaved ? saveProject : unsaveProject, { params: { slug } })
  } catch (error) {
    if (!isRefusal(error)) throw error
    isRefused = true
    tellError(error)
  }
  updateState((stored) => {
    const { [slug]: latest, ...pending } = stored.pending
    if (latest !== isSaved) return stored // pressed again meanwhile
    return { ...stored, pending, slugs: isRefused ? withSlug(stored.slugs, slug, !isSaved) : stored.slugs }
  })
}

async function loadList(): Promise<SavedProjects> {
  const key = keyOf(listSaved)
  await queries.cancelQueries({ queryKey: key })
  const answer = await call(listSaved)
  cacheProjects(answer)
  void save('private', JSON.stringify(key.slice(0, 2)), answer)
  queries.setQueryData(key, { answer, savedAt: null })
  return answer
}

/** The account's list, with the changes that are not sent yet. */
export function acceptList({ projects }: SavedProjects): void {
  updateState((stored) => {
    let slugs = projects.map(({ slug }) => slug)
    for (const [slug, isSaved] of Object.entries(stored.pending))
      if (isSaved !== slugs.includes(slug)) slugs = withSlug(slugs, slug, isSaved)
    return { ...stored, slugs }
  })
}

// Changed in another tab.
addEventListener('storage', ({ key }) => {
  if (key === SAVED_KEY) updateState((stored) => stored)
})

// Signing out has removed everything. If the server ended the session, changes that were not sent wait for the next sign-in.
session.subscribe(({ state }) => {
  if (state === 'guest') updateState((stored) => (stored.person === null ? stored : { ...stored, slugs: [] }))
})

effect(() => {
  if (isOnline.value && session.value.state === 'signed-in') void sync()
})
