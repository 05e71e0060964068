import { useEffect, useState } from 'preact/hooks'
import { type ImportOptions, inspectSheet, type SheetColumns } from '#contract/console/import-options.ts'
import { getImportProgress, type ImportReport, importSheet, type SheetKind } from '#contract/console/spreadsheet.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { upload } from '#ui/file/upload.ts'
import { call } from '#ui/server/api.ts'
import { repeatable } from '#ui/server/repeatable.ts'

// Uploads a file, then polls the progress of the import.

export type Progress = { stage: 'sending' | AnswerOf<typeof getImportProgress>['stage']; share: number | null }

const POLL_MS = 400

export function useSending(kind: SheetKind) {
  const [step, setStep] = useState<Progress | null>(null)
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

  async function withProgress<T>(own: string | null, work: (onProgress: (share: number) => void) => Promise<T>): Promise<T> {
    setTicket(own)
    setStep({ stage: 'sending', share: 0 })
    try {
      return await work((share) => setStep(share < 1 ? { stage: 'sending', share } : { stage: own ? 'waiting' : 'reading', share: null }))
    } finally {
      setTicket(null)
      setStep(null)
    }
  }

  return {
    step,
    inspect: (file: File, headRow: number | undefined): Promise<SheetColumns> =>
      withProgress(null, (onProgress) =>
        upload({ endpoint: inspectSheet, params: { kind }, fields: { headRow }, files: [file], onProgress }),
      ),
    send(file: File, mode: 'try' | 'do', options: ImportOptions): Promise<ImportReport> {
      const content = [importSheet.id, kind, mode, options, file.name, file.size, file.lastModified]
      // The ticket is a part of what is sent, so a repeated import has the same one.
      return repeatable(content, (key) =>
        withProgress(key, (onProgress) => {
          const fields = { mode, ticket: key, options: JSON.stringify(options) }
          return upload({ endpoint: importSheet, params: { kind }, fields, files: [file], key, onProgress })
        }),
      )
    },
  }
}
