import { useEffect, useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { ConsoleQuestion } from '#contract/console/question.ts'
import { answerQuestion, LONGEST_ANSWER } from '#contract/question.ts'
import { useAct } from '#ui/act/act.ts'
import { faultOf, TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call, ProblemError } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'

/** The answer that was there when the dialog was opened is the one it replaces; after a conflict the current one. */
export function AnswerDialog({ question, isOpen, onClose }: { question: ConsoleQuestion; isOpen: boolean; onClose(): void }) {
  const [text, setText] = useState('')
  const [seen, setSeen] = useState(question.answer)
  const { act, isBusy, error, clear } = useAct()
  useEffect(() => {
    if (!isOpen) return
    setText(question.answer?.text ?? '')
    setSeen(question.answer)
    clear()
  }, [isOpen])
  const isConflict = error instanceof ProblemError && error.problem.code === 'answer_changed'
  useEffect(() => {
    if (isConflict) setSeen(question.answer)
  }, [question.answer])
  const send = async () => {
    const body = { text, replaces: seen && (seen.changedAt ?? seen.answeredAt) }
    const saved = await act(() => call(answerQuestion, { params: { id: String(question.id) }, body }), {
      done: t('questions.published'),
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={t(question.answer ? 'questions.edit' : 'questions.answer')}
      isOpen={isOpen}
      isDirty={text !== (question.answer?.text ?? '')}
      onClose={onClose}
      submit={t('questions.publish')}
      button={{ disabled: !isOnline.value }}
      isBusy={isBusy}
      error={error}
      onSubmit={send}
    >
      <p class="question-text" dir="auto">
        {question.text}
      </p>
      {isConflict && seen && (
        <blockquote class="question-other" dir="auto">
          {seen.text}
        </blockquote>
      )}
      <TextArea
        label={t('questions.answerLabel')}
        hint={t('questions.answerHint', { used: text.length, most: LONGEST_ANSWER })}
        fault={faultOf(error)}
        rows={7}
        required
        maxLength={LONGEST_ANSWER}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}
