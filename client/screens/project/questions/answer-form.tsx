import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { answerQuestion, LONGEST_ANSWER, type Question } from '#contract/question.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { call, ProblemError } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { reasonOf } from '#ui/states.tsx'

/** The answer that was there when the form was opened is the one it replaces. */
export function AnswerForm({ question, onClose }: { question: Question; onClose(): void }) {
  const [seen, setSeen] = useState(question.answer)
  const [text, setText] = useState(seen?.text ?? '')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const send = async () => {
    setIsBusy(true)
    setFault('')
    try {
      const replaces = seen && (seen.changedAt ?? seen.answeredAt)
      await call(answerQuestion, { params: { id: String(question.id) }, body: { text, replaces } })
      await refreshAll()
      tell(t('questions.published'))
      onClose()
    } catch (error) {
      setFault(reasonOf(error).detail)
      setIsBusy(false)
      // The other answer is shown above the form; the next attempt replaces it.
      if (error instanceof ProblemError && error.problem.code === 'answer_changed') await refreshAll()
      form.current?.querySelector('textarea')?.focus()
    }
  }
  useEffect(() => {
    if (fault) setSeen(question.answer)
  }, [question.answer])
  return (
    <form
      class="stack"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send()
      }}
    >
      <TextArea
        label={t('questions.answerLabel')}
        hint={t('questions.answerHint', { used: text.length, most: LONGEST_ANSWER })}
        fault={fault}
        rows={4}
        required
        maxLength={LONGEST_ANSWER}
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
      <div class="row">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline.value}>
          {t(seen ? 'questions.save' : 'questions.publish')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {t('questions.cancel')}
        </Button>
      </div>
    </form>
  )
}
