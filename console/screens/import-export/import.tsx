import { useEffect, useRef } from 'preact/hooks'
import { Unsaved } from '#console/parts/edit/unsaved.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ImportReport, SheetKind } from '#contract/console/spreadsheet.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { saveBlob } from '#ui/file/stored-file.ts'
import { Icon } from '#ui/icon.tsx'
import { download } from '#ui/server/api.ts'
import { refreshAll } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { zoneName } from '#ui/time/format.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { DropZone } from './drop-zone.tsx'
import { sayCount } from './emails.tsx'
import { type ImportState, type Step, useImport } from './state.ts'
import type { Progress } from './upload.ts'

const listPath: Record<SheetKind, string> = {
  project: paths.projects,
  team: paths.teams,
  round: paths.rounds,
  person: paths.people,
  tag: pathTo('vocabulary', { kind: 'tag' }),
  role: pathTo('vocabulary', { kind: 'role' }),
  synonym: pathTo('vocabulary', { kind: 'synonym' }),
}

const Working = ({ name, progress }: { name: string; progress: Progress }) => (
  <div class="stack" role="status">
    <p>
      <strong dir="auto">{name}</strong> · {t(`spreadsheet.stage.${progress.stage}`)}
    </p>
    <progress class="progress" aria-label={t(`spreadsheet.stage.${progress.stage}`)} max={1} value={progress.share ?? undefined} />
  </div>
)

const steps: Step[] = ['choose', 'columns', 'check', 'done']

const Steps = ({ step }: { step: Step }) => (
  <ol class="import-steps" aria-label={t('importing.steps')}>
    {steps.map((one) => (
      <li key={one} aria-current={one === step ? 'step' : undefined} class={steps.indexOf(one) < steps.indexOf(step) ? 'is-past' : ''}>
        {t(`importing.step.${one}`)}
      </li>
    ))}
  </ol>
)

function Done({ state, report, onSave }: { state: ImportState; report: ImportReport; onSave(): void }) {
  const { create, change, refuse } = report.counts
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus({ preventScroll: true }), [])
  return (
    <div class="stack spreadsheet-done" role="status">
      <p class="row" ref={message} tabIndex={-1}>
        <Icon name="check" /> <strong>{t('spreadsheet.done', { create, change })}</strong>
      </p>
      {report.emails.count > 0 && <p>{t(`importing.emails.done.${report.emails.when}`, { count: report.emails.count })}</p>}
      {report.emails.offers > 0 && <p>{t('importing.emails.done.offers', { count: report.emails.offers })}</p>}
      {report.invitedPeople > 0 && <p>{t('importing.invitedDone', { count: report.invitedPeople })}</p>}
      {refuse > 0 && (
        <p class="row">
          <span class="spreadsheet-fault">{t('importing.leftOut', { count: refuse })}</span>
          <Button look="soft" icon="download" onClick={onSave}>
            {t('importing.saveLeftOut')}
          </Button>
        </p>
      )}
      <div class="row">
        <ButtonLink to={listPath[state.kind]}>{t(`spreadsheet.open.${state.kind}`)}</ButtonLink>
        <Button look="plain" onClick={state.restart}>
          {t('spreadsheet.another')}
        </Button>
      </div>
    </div>
  )
}

/** Import all rows, or only those without errors. */
function Actions({ state, report, onSave, isSaving }: { state: ImportState; report: ImportReport; onSave(): void; isSaving: boolean }) {
  const { create, change, refuse } = report.counts
  const good = create + change
  const finish = async () => {
    tell(t('spreadsheet.doneShort'))
    await refreshAll()
  }
  const isSending = report.emails.offers > 0 || (state.emails === 'now' && report.emails.count > 0)
  const emails = isSending ? ` · ${sayCount(report.emails)}` : ''
  const run = (isPartial: boolean) => void state.importRows(isPartial, () => void finish())
  return (
    <div class="row import-actions">
      <Button icon="check" disabled={refuse > 0 || good === 0} onClick={() => run(false)}>
        {t('spreadsheet.importRows', { count: good })}
        {emails}
      </Button>
      {refuse > 0 && good > 0 && (
        <Button look="soft" onClick={() => run(true)}>
          {t('importing.importValid', { count: good, refused: refuse })}
          {emails}
        </Button>
      )}
      {refuse > 0 && (
        <Button icon="download" look="soft" isBusy={isSaving} onClick={onSave}>
          {t('spreadsheet.marked')}
        </Button>
      )}
      <Button look="plain" onClick={state.toColumns}>
        {t('importing.changeColumns')}
      </Button>
      <Button look="plain" onClick={state.restart}>
        {t('spreadsheet.another')}
      </Button>
    </div>
  )
}

export function ImportForm({ kind }: { kind: SheetKind }) {
  const state = useImport(kind)
  const marking = useAct({ isToast: true })
  const { file, step, report, progress, error } = state
  const saveMarked = (isPartial: boolean) =>
    void marking.act(async () => {
      const form = new FormData()
      form.append('options', JSON.stringify(state.markedOptions(isPartial)))
      form.append('files', file!, file!.name)
      const blob = await download(`${serverConfig.api}/console/import/${kind}/marked`, undefined, { method: 'POST', body: form })
      const extension = blob.type.includes('csv') ? 'csv' : blob.type.includes('json') ? 'json' : 'xlsx'
      saveBlob(blob, `${file!.name.replace(/\.[^.]*$/, '')}-faults.${extension}`)
    })
  const isChecking = step === 'check' && report !== null
  return (
    <section class="card stack spreadsheet-part" aria-labelledby="import">
      <h2 id="import">{t('spreadsheet.import')}</h2>
      <Steps step={step} />
      {progress && file && (!isChecking || progress.stage === 'writing') && <Working name={file.name} progress={progress} />}
      {!progress && error !== null && <PageProblem error={error} onRetry={state.retry} />}
      {!progress && step === 'choose' && kind === 'round' && <p class="soft">{t('spreadsheet.rounds', { zone: zoneName() })}</p>}
      {!progress && step === 'choose' && <DropZone onFile={(chosen) => void state.choose(chosen)} />}
      {!progress && step === 'columns' && <ColumnsStep state={state} />}
      {isChecking && (
        <>
          <CheckStep key={report.kind} state={state} report={report} />
          {progress && <progress class="progress" aria-label={t(`spreadsheet.stage.${progress.stage}`)} max={1} />}
          <Actions state={state} report={report} isSaving={marking.isBusy} onSave={() => saveMarked(false)} />
        </>
      )}
      <Unsaved isDirty={isChecking && state.edits.size > 0} />
      {step === 'done' && report && <Done state={state} report={report} onSave={() => saveMarked(true)} />}
    </section>
  )
}
