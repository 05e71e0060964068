import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { type Draft, deleteDraft, prepare, saveDraft, sendDraft } from '#client/drafts.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { refreshAll } from '#ui/server/query.ts'
import { isRefusal } from '#ui/server/repeatable.ts'

export type SendFailure = { text: string; error: unknown }

/** Upload state: progress, error, cancel. Leaving the screen moves the draft to the outbox, which sends it in the background. */
export function useSending() {
  const [, navigate] = useLocation()
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const active = useRef<{ draft: Draft; stop: AbortController } | null>(null)
  useEffect(
    () => () => {
      if (active.current === null) return
      const { draft, stop } = active.current
      active.current = null
      stop.abort()
      void prepare(draft) // same idempotency key: no duplicate if the server already has it
    },
    [],
  )
  const send = async (draft: Draft) => {
    const stop = new AbortController()
    active.current = { draft, stop }
    setFailure(null)
    setShare(0)
    await saveDraft(draft)
    try {
      const { id } = await sendDraft(draft, { signal: stop.signal, onProgress: setShare })
      if (active.current === null) return
      active.current = null
      await deleteDraft(draft.slug)
      void refreshAll()
      navigate(pathTo('sent', { id }), { replace: true })
    } catch (error) {
      if (active.current === null) return
      active.current = null
      setShare(null)
      const text = t(stop.signal.aborted ? 'apply.stopped' : isRefusal(error) ? 'apply.refused' : 'apply.failed')
      setFailure({ text, error: stop.signal.aborted ? null : error })
    }
  }
  return { share, failure, send, stop: () => active.current?.stop.abort(), clearFailure: () => setFailure(null) }
}
