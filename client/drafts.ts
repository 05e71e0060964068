import { effect, signal } from '@preact/signals'
import { navigate } from 'wouter-preact/use-browser-location'
import { createRequest, type ProjectRequest } from '#contract/request.ts'
import { ProblemError, upload } from '#ui/api.ts'
import { isOnline } from '#ui/online.ts'
import { refreshAll } from '#ui/query.ts'
import { forget, listSaved, readSaved, save } from '#ui/saved.ts'
import { session } from '#ui/session.ts'
import { tell } from '#ui/toast.tsx'
import { pathTo } from './routes.ts'
import { more, t } from './texts/index.ts'

// Applications that are being written, and those that wait for the network. They lie on the device until the server has them.

export type Draft = {
  slug: string
  project: string // names, to speak of it later
  teamName: string
  person: number | null // null: begun before it was known who is here
  team: number | null
  message: string
  files: File[]
  key: string // belongs to this content: whatever is sent twice under it becomes one application
  isPrepared: boolean // to be sent as soon as that is possible
  refusal: { title: string; detail: string } | null // what the server said to it last
}
type Told = { kind: 'sent'; draft: Draft; request: number } | { kind: 'refused'; draft: Draft; detail: string } | { kind: 'changed' }

const AGAIN_MS = 20_000
const PREFIX = 'apply '
const nameOf = (slug: string): string => PREFIX + slug
const oneTab = <T>(act: () => Promise<T>): Promise<T> => navigator.locks.request('pj-outbox', act)
const tabs = new BroadcastChannel('pj-drafts')

/** Changes whenever a draft did, here or in another tab. */
export const draftsChanged = signal(0)

function hear(told: Told): void {
  draftsChanged.value++
  if (told.kind === 'sent') {
    const { draft, request } = told
    void refreshAll()
    tell(t('apply.sent', { team: draft.teamName, project: draft.project }), {
      label: t('apply.see'),
      run: () => navigate(pathTo('request', { id: request })),
    })
  } else if (told.kind === 'refused') {
    const { slug, project } = told.draft
    tell(t('apply.notSent', { project, detail: told.detail }), {
      label: t('apply.see'),
      run: () => navigate(pathTo('apply', { slug })),
    })
  }
}
tabs.onmessage = ({ data }: MessageEvent<Told>) => hear(data)

// Whichever tab somebody looks at has the word.
function spread(told: Told): void {
  tabs.postMessage(told)
  hear(told)
}

const me = (): number | null => (session.peek().state === 'signed-in' ? (session.peek() as { userId: number }).userId : null)

// Whoever signs out takes their drafts along; this is for two people who sign in after each other without that.
const isOf = ({ person }: Draft, who: number | null): boolean => person === null || who === null || person === who

export async function readDraft(slug: string): Promise<Draft | null> {
  const draft = (await readSaved<Draft>('outbox', nameOf(slug)))?.value ?? null
  const who = me()
  return draft !== null && isOf(draft, who) ? draft : null
}

/** What somebody types; what is prepared is no longer typed in. */
export const keepDraft = (draft: Draft): Promise<void> => save('outbox', nameOf(draft.slug), draft)

export async function dropDraft(slug: string): Promise<void> {
  await oneTab(() => forget('outbox', nameOf(slug)))
  spread({ kind: 'changed' })
}

/** From now on it is sent by itself. */
export async function prepare(draft: Draft): Promise<void> {
  await keepDraft({ ...draft, isPrepared: true, refusal: null })
  spread({ kind: 'changed' })
  void sendPrepared()
}

/** Back to writing; null when it has been sent in the meantime. */
export async function takeBack(slug: string): Promise<Draft | null> {
  return oneTab(async () => {
    const draft = await readDraft(slug)
    if (draft === null) return null
    const written = { ...draft, isPrepared: false }
    await keepDraft(written)
    spread({ kind: 'changed' })
    return written
  })
}

type Way = { signal?: AbortSignal; onProgress?: (share: number) => void }

export const sendDraft = ({ slug, team, message, files, key }: Draft, way: Way = {}): Promise<ProjectRequest> =>
  upload({ endpoint: createRequest, fields: { project: slug, team, message: message.trim() || null }, files, key, ...way })

/** It is the server's last word, not a bad moment. */
export const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError &&
  error.problem.status < 500 &&
  ![401, 408, 429].includes(error.problem.status) &&
  error.problem.code !== 'idempotency_in_progress'

let timer: ReturnType<typeof setTimeout> | undefined

/** One tab after the other: the second finds nothing left to do. */
export async function sendPrepared(): Promise<void> {
  clearTimeout(timer)
  if (me() === null || !isOnline.peek()) return
  await more().catch(() => {}) // the words to tell of it
  const left = await oneTab(async () => {
    let waiting = 0
    for (const [name, { value }] of await listSaved<Draft>('outbox')) {
      if (!name.startsWith(PREFIX) || !value.isPrepared || !isOf(value, me())) continue
      try {
        const { id } = await sendDraft(value)
        await forget('outbox', name)
        spread({ kind: 'sent', draft: value, request: id })
      } catch (error) {
        if (!isRefusal(error)) {
          waiting++
          continue
        }
        const { title, detail } = error.problem
        await keepDraft({ ...value, isPrepared: false, refusal: { title, detail } })
        spread({ kind: 'refused', draft: value, detail })
      }
    }
    return waiting
  })
  if (left > 0) timer = setTimeout(() => void sendPrepared(), AGAIN_MS)
}

// Whatever waits is sent now, and whenever the network or the person comes back. Begun by whoever loads this, so that nothing can be
// prepared without being followed.
effect(() => {
  if (isOnline.value && session.value.state === 'signed-in') void sendPrepared()
})
