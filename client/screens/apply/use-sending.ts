import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { type Draft, dropDraft, isRefusal, keepDraft, prepare, sendDraft } from '#client/drafts.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { refreshAll } from '#ui/query.ts'
import { tell } from '#ui/toast.tsx'

export type Trouble = { text: string; error: unknown }

/** On its way: how far, what went wrong, and a way to stop. Leaving the screen does not stop it, it goes on by itself. */
export function useSending() {
  const [, navigate] = useLocation()
  const [share, setShare] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const underWay = useRef<{ draft: Draft; stop: AbortController } | null>(null)
  useEffect(
    () => () => {
      if (underWay.current === null) return
      const { draft, stop } = underWay.current
      underWay.current = null
      stop.abort()
      void prepare(draft) // under the same key: whether the server has it already or not, it is one application
    },
    [],
  )
  const send = async (draft: Draft) => {
    const stop = new AbortController()
    underWay.current = { draft, stop }
    setTrouble(null)
    setShare(0)
    await keepDraft(draft)
    try {
      const { id } = await sendDraft(draft, { signal: stop.signal, onProgress: setShare })
      if (underWay.current === null) return
      underWay.current = null
      await dropDraft(draft.slug)
      void refreshAll()
      tell(t('apply.sent', { team: draft.teamName, project: draft.project }))
      navigate(pathTo('request', { id }), { replace: true })
    } catch (error) {
      if (underWay.current === null) return
      underWay.current = null
      setShare(null)
      const text = t(stop.signal.aborted ? 'apply.stopped' : isRefusal(error) ? 'apply.refused' : 'apply.failed')
      setTrouble({ text, error: stop.signal.aborted ? null : error })
    }
  }
  return { share, trouble, send, stop: () => underWay.current?.stop.abort(), forgive: () => setTrouble(null) }
}
