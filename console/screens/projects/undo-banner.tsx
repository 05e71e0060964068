import { useState } from 'preact/hooks'
import { useNow } from '#console/parts/now.ts'
import { t } from '#console/texts.ts'
import { type BulkReport, listProjectChanges, undoProjectChange } from '#contract/console/project-bulk.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { BulkPreview } from './bulk-preview.tsx'

/** Offers to undo the caller's last change of several projects, for ten minutes. */
export function UndoBanner() {
  const { answer } = useCall(listProjectChanges, undefined, { isPrivate: true, isSaved: false })
  const now = useNow(5000, Boolean(answer?.changes.length))
  const [report, setReport] = useState<BulkReport | null>(null)
  const { act, isBusy } = useAct({ isToast: true })
  const last = answer?.changes.find(({ until }) => Date.parse(until) > now)
  const undo = async (id: number) => {
    const done = await act(() => call(undoProjectChange, { params: { id: String(id) } }), {
      done: t('bulk.undone'),
    })
    if (done && done.counts.refused > 0) setReport(done)
  }
  return (
    <>
      {last && (
        <div class="bulk-undo" role="status">
          <span>{t('bulk.undoText', { count: last.projects })}</span>
          <Button look="soft" isBusy={isBusy} onClick={() => void undo(last.id)}>
            {t('bulk.undo', { count: Math.ceil((Date.parse(last.until) - now) / 60_000) })}
          </Button>
        </div>
      )}
      {report && (
        <Dialog title={t('bulk.undoTitle')} isOpen onClose={() => setReport(null)}>
          <BulkPreview report={{ ...report, counts: { ...report.counts, changed: 0 } }} />
        </Dialog>
      )}
    </>
  )
}
