import { useEffect, useState } from 'preact/hooks'
import { useAct } from '#console/parts/act.ts'
import { t } from '#console/texts.ts'
import { type ConsoleQuestion, hideQuestion, LONGEST_HIDING_REASON } from '#contract/console/question.ts'
import { Button } from '#ui/button.tsx'
import { Field, faultsOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'

export function HideDialog({ question, isOpen, onClose }: { question: ConsoleQuestion; isOpen: boolean; onClose(): void }) {
  const [reason, setReason] = useState('')
  const { act, isBusy, error, clear } = useAct()
  useEffect(() => {
    setReason('')
    clear()
  }, [isOpen])
  const send = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    const hidden = await act(() => call(hideQuestion, { params: { id: String(question.id) }, body: { isHidden: true, reason } }), {
      done: t('questions.hiddenDone'),
      isQuiet: true,
    })
    if (hidden) onClose()
  }
  const form = `hide-${question.id}`
  const faults = faultsOf(error)
  return (
    <FormDialog
      title={t('questions.hideTitle')}
      isOpen={isOpen}
      isDirty={reason !== ''}
      onClose={onClose}
      footer={
        <Button type="submit" form={form} look="danger" isBusy={isBusy} disabled={!isOnline.value}>
          {t('questions.hide')}
        </Button>
      }
    >
      <form id={form} class="stack" onSubmit={send}>
        <p class="question-text" dir="auto">
          {question.text}
        </p>
        <p>{t('questions.hideText')}</p>
        <Field
          label={t('questions.reason')}
          hint={t('questions.reasonHint')}
          fault={faults.reason ?? faults['']}
          required
          maxLength={LONGEST_HIDING_REASON}
          dir="auto"
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </form>
    </FormDialog>
  )
}
