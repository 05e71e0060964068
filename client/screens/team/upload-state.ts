import { signal } from '@preact/signals'
import { t } from '#client/texts.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { refreshAll } from '#ui/server/query.ts'
import { isForAnother, session } from '#ui/session/session.ts'

// Uploads in progress. They continue while other screens are open.

type Options = { signal: AbortSignal; onProgress(share: number): void }
type Send = (options: Options) => Promise<'new' | 'same'> // same: the server already has these bytes as the current version
type Upload = { file: File; send: Send; share: number; error: unknown; abort: AbortController }

export const uploads = signal<Readonly<Record<string, Upload>>>({})

const update = (at: string, change: Partial<Upload>) => {
  const existing = uploads.peek()[at]
  if (existing) uploads.value = { ...uploads.peek(), [at]: { ...existing, ...change } }
}

export function dismiss(at: string): void {
  uploads.peek()[at]?.abort.abort()
  const { [at]: _, ...rest } = uploads.peek()
  uploads.value = rest
}

async function run(at: string): Promise<void> {
  const { file, send, abort } = uploads.peek()[at]!
  try {
    const what = await send({ signal: abort.signal, onProgress: (share) => update(at, { share }) })
    await refreshAll()
    dismiss(at)
    tell(t(what === 'same' ? 'team.sentSame' : 'team.sent', { name: file.name }))
  } catch (error) {
    if (abort.signal.aborted) return
    update(at, { error })
  }
}

export function begin(at: string, file: File, send: Send): void {
  uploads.value = {
    ...uploads.peek(),
    [at]: { file, send, share: 0, error: null, abort: new AbortController() },
  }
  void run(at)
}

export function retry(at: string): void {
  update(at, { share: 0, error: null })
  void run(at)
}

addEventListener('beforeunload', (event) => {
  if (!isForAnother.value && Object.values(uploads.peek()).some(({ error }) => error === null)) event.preventDefault()
})
session.subscribe(({ state }) => {
  if (state === 'guest') for (const at of Object.keys(uploads.peek())) dismiss(at)
})
