import { useEffect, useState } from 'preact/hooks'
import { getImportProgress, type ImportReport, importSheet, type SheetKind } from '#contract/console/spreadsheet.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call, upload } from '#ui/api.ts'

// Uploads a file, then polls the progress of the import.

export type Step = { stage: 'sending' | AnswerOf<typeof getImportProgress>['stage']; share: number | null }

const POLL_MS = 400

export function useSending(kind: SheetKind) {
  const [step, setStep] = useState<Step | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const isSent = step !== null && step.stage !== 'sending'

  useEffect(() => {
    if (ticket === null || !isSent) return
    const stop = new AbortController()
    const poll = async () => {
      const progress = await call(getImportProgress, { params: { ticket }, signal: stop.signal }).catch(() => null) // the import goes on without it
      if (progress && !stop.signal.aborted)
        setStep({ stage: progress.stage, share: progress.all > 0 ? progress.done / progress.all : null })
    }
    const timer = setInterval(() => void poll(), POLL_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [ticket, isSent])

  async function send(file: File, mode: 'try' | 'do'): Promise<ImportReport> {
    const own = crypto.randomUUID()
    setTicket(own)
    setStep({ stage: 'sending', share: 0 })
    try {
      const onProgress = (share: number) => setStep(share < 1 ? { stage: 'sending', share } : { stage: 'waiting', share: null })
      const key = mode === 'do' ? crypto.randomUUID() : undefined
      return await upload({ endpoint: importSheet, params: { kind }, fields: { mode, ticket: own }, files: [file], key, onProgress })
    } finally {
      setTicket(null)
      setStep(null)
    }
  }
  return { step, send }
}
