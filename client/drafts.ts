import { effect, signal } from '@preact/signals'
import { navigate } from 'wouter-preact/use-browser-location'
import { createRequest, type ProjectRequest } from '#contract/request.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { isRefusal } from '#ui/server/repeatable.ts'
import { forget, listSaved, readSaved, save } from '#ui/server/saved.ts'
import { authorId, session } from '#ui/session/session.ts'
import { pathTo } from './routes.ts'
import { more, t } from './texts.ts'

// Drafts of applications, and the outbox of those to be sent when online. Saved on the device until the server has accepted them.

export type Draft = {
  slug: string
  project: string // name of the project, for messages
  teamName: string
  person: number | null // null: created before the session was known
  team: number | null
  message: string
  files: File[]
  key: string // idempotency key of this content: retries create one application
  isPrepared: boolean // queued: to be sent as soon as possible
  refusal: { title: string; detail: string } | null // the last rejection by the server
}
type DraftEvent = { kind: 'sent'; draft: Draft; request: number } | { kind: 'refused'; draft: Draft; detail: string } | { kind: 'changed' }

const RETRY_MS = 20_000
const PREFIX = 'apply '
const keyOf = (slug: string): string => PREFIX + slug
const withTabLock = <T>(act: () => Promise<T>): Promise<T> => navigator.locks.request('pj-outbox', act)
const tabs = new BroadcastChannel('pj-drafts')

/** Incremented when a draft changes, in this tab or another. */
export const draftsChanged = signal(0)

function handleEvent(event: DraftEvent): void {
  draftsChanged.value++
  if (event.kind === 'sent') {
    const { draft, request } = event
    void refreshAll()
    const sent = pathTo('sent', { id: request })
    if (location.pathname === pathTo('apply', { slug: draft.slug })) navigate(sent, { replace: true })
    else tell(t('apply.sent', { team: draft.teamName, project: draft.project }), { label: t('apply.view'), run: () => navigate(sent) })
  } else if (event.kind === 'refused') {
    const { slug, project } = event.draft
    tell(t('apply.notSent', { project, detail: event.detail }), {
      label: t('apply.view'),
      run: () => navigate(pathTo('apply', { slug })),
    })
  }
}
tabs.onmessage = ({ data }: MessageEvent<DraftEvent>) => handleEvent(data)

// Every tab shows the toast: any of them may be the visible one.
function broadcast(event: DraftEvent): void {
  tabs.postMessage(event)
  handleEvent(event)
}

// Sign-out deletes drafts; this covers a second person on the device after the session of the first was ended.
const belongsTo = ({ person }: Draft, who: number | null): boolean => person === null || person === who

export async function readDraft(slug: string): Promise<Draft | null> {
  const draft = (await readSaved<Draft>('outbox', keyOf(slug)))?.value ?? null
  return draft !== null && belongsTo(draft, authorId()) ? draft : null
}

export const saveDraft = (draft: Draft): Promise<void> => save('outbox', keyOf(draft.slug), draft)

export async function deleteDraft(slug: string): Promise<void> {
  await withTabLock(() => forget('outbox', keyOf(slug)))
  broadcast({ kind: 'changed' })
}

/** Queues the draft in the outbox. */
export async function prepare(draft: Draft): Promise<void> {
  await saveDraft({ ...draft, isPrepared: true, refusal: null })
  broadcast({ kind: 'changed' })
  void sendPrepared()
}

/** Takes the draft out of the outbox for editing; null if it has been sent already. */
export async function reopenDraft(slug: string): Promise<Draft | null> {
  return withTabLock(async () => {
    const draft = await readDraft(slug)
    if (draft === null) return null
    const written = { ...draft, isPrepared: false }
    await saveDraft(written)
    broadcast({ kind: 'changed' })
    return written
  })
}

type SendOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/** The code of uploads is loaded with the first one. */
export async function sendDraft({ slug, team, message, files, key }: Draft, options: SendOptions = {}): Promise<ProjectRequest> {
  const { upload } = await import('#ui/file/upload.ts')
  return upload({ endpoint: createRequest, fields: { project: slug, team, message: message.trim() || null }, files, key, ...options })
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Sends queued drafts. A Web Lock lets one tab do it at a time. */
export async function sendPrepared(): Promise<void> {
  clearTimeout(timer)
  if (authorId() === null || !isOnline.peek()) return
  await more().catch(() => {}) // texts of the toasts
  const left = await withTabLock(async () => {
    let waiting = 0
    for (const [name, { value }] of await listSaved<Draft>('outbox')) {
      if (!name.startsWith(PREFIX) || !value.isPrepared || !belongsTo(value, authorId())) continue
      try {
        const { id } = await sendDraft(value)
        await forget('outbox', name)
        broadcast({ kind: 'sent', draft: value, request: id })
      } catch (error) {
        if (!isRefusal(error)) {
          waiting++
          continue
        }
        const { title, detail } = error.problem
        await saveDraft({ ...value, isPrepared: false, refusal: { title, detail } })
        broadcast({ kind: 'refused', draft: value, detail })
      }
    }
    return waiting
  })
  if (left > 0) timer = setTimeout(() => void sendPrepared(), RETRY_MS)
}

// Sends the outbox now, and again after reconnecting or signing in. At module level, so that a draft cannot be queued without a sender.
effect(() => {
  if (isOnline.value && session.value.state === 'signed-in') void sendPrepared()
})
