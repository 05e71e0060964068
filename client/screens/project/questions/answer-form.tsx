import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { answerQuestion, LONGEST_ANSWER, type Question } from '#contract/question.ts'
import { useAct } from '#ui/act/act.ts'
import { Form } from '#ui/act/form.tsx'
import { Button } from '#ui/button.tsx'
import { faultOf, TextArea } from '#ui/form/field.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'

/** The answer that was there when the form was opened is the one it replaces. */
export function AnswerForm({ question, onClose }: { question: Question; onClose(): void }) {
  const [seen, setSeen] = useState(question.answer)
  const [text, setText] = useState(seen?.text ?? '')
  const { act, isBusy, error } = useAct()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const send = async () => {
    const body = { text, replaces: seen && (seen.changedAt ?? seen.answeredAt) }
    const work = () => call(answerQuestion, { params: { id: String(question.id) }, body })
    if (await act(work, { done: t('questions.published') })) onClose()
  }
  // After a refusal the other answer is shown above the form; the next attempt replaces it.
  useEffect(() => {
    if (error) setSeen(question.answer)
  }, [question.answer])
  return (
    <div ref={box}>
      <Form error={error} onSubmit={send}>
        <TextArea
          label={t('questions.answerLabel')}
          hint={t('questions.answerHint', { used: text.length, most: LONGEST_ANSWER })}
          fault={faultOf(error)}
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
      </Form>
    </div>
  )
}
