import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type BulkReport, changeProjects, type ProjectChange } from '#contract/console/project-bulk.ts'
import type { PersonName } from '#contract/console/responsibility.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { fieldText, hasFieldText } from '#ui/field-texts.ts'
import { faultOf } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { w } from '#ui/shared-texts.ts'
import { Loading } from '#ui/states.tsx'
import { type BulkAction, BulkForm, fixedChange, isComplete, startOf } from './bulk-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'

type Props = { action: BulkAction; selected: { ids: number[] } | { filter: object }; onClose(): void; onDone(): void }

/** One change of the selected projects: its values, then what it would do to each of them, then it is done. */
export function BulkDialog({ action, selected, onClose, onDone }: Props) {
  const [change, setChange] = useState<ProjectChange>(() => startOf(action))
  const [curator, setCurator] = useState<PersonName | null>(null)
  const [preview, setPreview] = useState<BulkReport | null>(null)
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  const run = (mode: 'try' | 'do') => call(changeProjects, { body: { mode, ...selected, change } })
  const show = async () => setPreview((await act(() => run('try'))) ?? null)
  const isFixed = fixedChange(action) !== null
  useEffect(() => {
    if (isFixed) void show()
  }, [])
  const apply = async () => {
    const report = await act(() => run('do'))
    if (!report) return
    const { changed, refused } = report.counts
    tell([t('bulk.done', { count: changed }), ...(refused > 0 ? [t('bulk.skipped', { count: refused })] : [])].join(' '), undefined, 10_000)
    onDone()
  }
  const back = () => {
    setPreview(null)
    clear()
  }
  const changed = preview?.counts.changed ?? 0
  const footer = (
    <>
      <Button look="plain" onClick={preview && !isFixed ? back : onClose}>
        {preview && !isFixed ? t('bulk.back') : w('cancel')}
      </Button>
      {preview ? (
        <Button isBusy={isBusy} disabled={changed === 0} onClick={() => void apply()}>
          {t('bulk.apply', { count: changed })}
        </Button>
      ) : (
        !isFixed && (
          <Button type="submit" form="bulk-form" isBusy={isBusy} disabled={!isComplete(action, change)}>
            {t('bulk.preview')}
          </Button>
        )
      )}
    </>
  )
  return (
    <Dialog title={hasFieldText(action) ? fieldText(action) : t(`bulk.title.${action}`)} isOpen onClose={onClose} footer={footer}>
      {preview ? (
        <BulkPreview report={preview} />
      ) : isFixed ? (
        !error && <Loading lines={3} />
      ) : (
        <Form id="bulk-form" onSubmit={show}>
          <BulkForm
            action={action}
            change={change}
            curator={curator}
            onChange={(next, person = null) => {
              setChange(next)
              setCurator(person)
            }}
          />
        </Form>
      )}
      <ErrorMessage of={faultOf(error)} />
    </Dialog>
  )
}
