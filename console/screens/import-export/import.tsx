import { useEffect, useRef, useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import { download } from '#ui/api.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { refreshAll } from '#ui/query.ts'
import { serverConfig } from '#ui/server-config.ts'
import { tell } from '#ui/toast.tsx'
import { DropZone } from './drop-zone.tsx'
import { Report } from './report.tsx'
import { saveBlob } from './save-file.ts'
import { type Step, useSending } from './upload.ts'

const listPath: Record<SheetKind, string> = {
  project: paths.projects,
  team: paths.teams,
  person: paths.people,
  tag: pathTo('vocabulary', { kind: 'tag' }),
  role: pathTo('vocabulary', { kind: 'role' }),
  synonym: pathTo('vocabulary', { kind: 'synonym' }),
}

const Working = ({ file, step }: { file: File; step: Step }) => (
  <div class="stack" role="status">
    <p>
      <strong dir="auto">{file.name}</strong> · {t(`spreadsheet.stage.${step.stage}`)}
    </p>
    <progress class="progress" aria-label={t(`spreadsheet.stage.${step.stage}`)} max={1} value={step.share ?? undefined} />
  </div>
)

function Done({ kind, report, onAgain }: { kind: SheetKind; report: ImportReport; onAgain(): void }) {
  const { create, change } = report.counts
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus({ preventScroll: true }), [])
  return (
    <div class="stack spreadsheet-done" role="status">
      <p class="row" ref={message} tabIndex={-1}>
        <Icon name="check" /> <strong>{t('spreadsheet.done', { create, change })}</strong>
      </p>
      <div class="row">
        <ButtonLink to={listPath[kind]}>{t(`spreadsheet.open.${kind}`)}</ButtonLink>
        <Button look="plain" onClick={onAgain}>
          {t('spreadsheet.another')}
        </Button>
      </div>
    </div>
  )
}

export function ImportForm({ kind }: { kind: SheetKind }) {
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { step, send } = useSending(kind)
  const marking = useAct()
  const heading = useRef<HTMLHeadingElement>(null)

  async function run(chosen: File, mode: 'try' | 'do') {
    heading.current?.focus({ preventScroll: true }) // the focused button is about to disappear
    setFile(chosen)
    setError(null)
    if (mode === 'try') setReport(null)
    try {
      const answer = await send(chosen, mode)
      setReport(answer)
      if (!answer.isDone) return
      tell(t('spreadsheet.doneShort'))
      await refreshAll()
    } catch (problem) {
      setError(problem)
    }
  }
  const again = () => {
    heading.current?.focus({ preventScroll: true })
    setFile(null)
    setReport(null)
    setError(null)
  }
  const saveMarked = () =>
    void marking.act(async () => {
      const form = new FormData()
      form.append('files', file!, file!.name)
      const blob = await download(`${serverConfig.api}/console/import/${kind}/marked`, undefined, { method: 'POST', body: form })
      const extension = blob.type.includes('csv') ? 'csv' : blob.type.includes('json') ? 'json' : 'xlsx'
      saveBlob(blob, `${file!.name.replace(/\.[^.]*$/, '')}-faults.${extension}`)
    })
  const counts = report?.counts
  const changeCount = counts ? counts.create + counts.change : 0
  return (
    <section class="card stack spreadsheet-part" aria-labelledby="import">
      <h2 id="import" ref={heading} tabIndex={-1}>
        {t('spreadsheet.import')}
      </h2>
      {step && file ? <Working file={file} step={step} /> : !report && <DropZone onFile={(chosen) => void run(chosen, 'try')} />}
      {!step && error !== null && <PageProblem error={error} onRetry={() => void run(file!, report ? 'do' : 'try')} />}
      {!step && report?.isDone && <Done kind={kind} report={report} onAgain={again} />}
      {!step && report && !report.isDone && file && counts && (
        <>
          <Report report={report} name={file.name} />
          <div class="row">
            <Button icon="check" disabled={counts.refuse > 0 || changeCount === 0} onClick={() => void run(file, 'do')}>
              {t('spreadsheet.importRows', { count: changeCount })}
            </Button>
            {counts.refuse > 0 && (
              <Button icon="download" look="soft" isBusy={marking.isBusy} onClick={saveMarked}>
                {t('spreadsheet.marked')}
              </Button>
            )}
            <Button look="plain" onClick={again}>
              {t('spreadsheet.another')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
