import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { type ConsoleQuestion, hideQuestion, LONGEST_HIDING_REASON } from '#contract/console/question.ts'
import { useAct } from '#ui/act/act.ts'
import { Field, faultOf } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'

export function HideDialog({ question, isOpen, onClose }: { question: ConsoleQuestion; isOpen: boolean; onClose(): void }) {
  const [reason, setReason] = useState('')
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  useEffect(() => {
    setReason('')
    clear()
  }, [isOpen])
  const send = async () => {
    const hidden = await act(() => call(hideQuestion, { params: { id: String(question.id) }, body: { isHidden: true, reason } }), {
      done: t('questions.hiddenDone'),
    })
    if (hidden) onClose()
  }
  return (
    <FormDialog
      title={t('questions.hideTitle')}
      isOpen={isOpen}
      isDirty={reason !== ''}
      onClose={onClose}
      submit={t('questions.hide')}
      look="danger"
      button={{ disabled: !isOnline.value }}
      isBusy={isBusy}
      error={error}
      onSubmit={send}
    >
      <p class="question-text" dir="auto">
        {question.text}
      </p>
      <p>{t('questions.hideText')}</p>
      <Field
        label={t('questions.reason')}
        hint={t('questions.reasonHint')}
        fault={faultOf(error)}
        required
        maxLength={LONGEST_HIDING_REASON}
        dir="auto"
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
