import { signal } from '@preact/signals'
import { t } from '#client/texts/index.ts'
import { ProblemError } from '#ui/api.ts'
import { refreshAll } from '#ui/query.ts'
import { session } from '#ui/session.ts'
import { tell } from '#ui/toast.tsx'

// Files on their way. They go on when somebody looks at another screen, and are still there when they come back.

type Options = { key: string; signal: AbortSignal; onProgress(share: number): void }
type Send = (options: Options) => Promise<unknown>
type Sending = { file: File; send: Send; key: string; share: number; error: unknown; abort: AbortController }

export const sendings = signal<Readonly<Record<string, Sending>>>({})

const put = (at: string, change: Partial<Sending>) => {
  const known = sendings.peek()[at]
  if (known) sendings.value = { ...sendings.peek(), [at]: { ...known, ...change } }
}

export function forget(at: string): void {
  sendings.peek()[at]?.abort.abort()
  const { [at]: _, ...rest } = sendings.peek()
  sendings.value = rest
}

async function run(at: string): Promise<void> {
  const { file, send, key, abort } = sendings.peek()[at]!
  try {
    await send({ key, signal: abort.signal, onProgress: (share) => put(at, { share }) })
    await refreshAll()
    forget(at)
    tell(t('team.sent', { name: file.name }))
  } catch (error) {
    if (abort.signal.aborted) return
    // A refusal is remembered with its key; where nothing came back the same key makes sure that it happens once.
    put(at, { error, ...(error instanceof ProblemError ? { key: crypto.randomUUID() } : {}) })
  }
}

export function begin(at: string, file: File, send: Send): void {
  sendings.value = {
    ...sendings.peek(),
    [at]: { file, send, key: crypto.randomUUID(), share: 0, error: null, abort: new AbortController() },
  }
  void run(at)
}

export function again(at: string): void {
  put(at, { share: 0, error: null })
  void run(at)
}

addEventListener('beforeunload', (event) => {
  if (Object.values(sendings.peek()).some(({ error }) => error === null)) event.preventDefault()
})
session.subscribe(({ state }) => {
  if (state === 'guest') for (const at of Object.keys(sendings.peek())) forget(at)
})
