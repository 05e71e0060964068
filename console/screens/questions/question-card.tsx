import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { When } from '#console/parts/when.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleQuestion, hideQuestion } from '#contract/console/question.ts'
import type { Answer } from '#contract/question.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { HideDialog } from './hide-dialog.tsx'

const badges = { unanswered: 'submitted', answered: 'approved', hidden: 'declined' } as const
const SHORT = 60
const shortened = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text)

const AnswerText = ({ answer }: { answer: Answer }) => (
  <div class="question-answer">
    <p class="soft">
      <bdi>
        {[answer.role === 'curator' ? t('questions.curator') : (answer.team ?? t('questions.team')), answer.author]
          .filter(Boolean)
          .join(' · ')}
      </bdi>{' '}
      · <When at={answer.answeredAt} />
      {answer.changedAt && ` · ${t('questions.edited')}`}
    </p>
    <Markdown text={answer.text} files={[]} />
  </div>
)

export function QuestionCard({ question }: { question: ConsoleQuestion }) {
  const [dialog, setDialog] = useState<'answer' | 'hide' | null>(null)
  const { act, isBusy } = useAct({ isToast: true })
  const { id, status, text, asker, askedAt, project, answer, hiddenReason } = question
  const close = () => setDialog(null)
  const show = () =>
    act(() => call(hideQuestion, { params: { id: String(id) }, body: { isHidden: false } }), { done: t('questions.shown') })
  // Several cards have the same buttons: their names say of which question.
  const action = (key: 'questions.answer' | 'questions.edit' | 'questions.hide' | 'questions.show') => ({
    'aria-label': t('questions.to', { action: t(key), question: shortened(text) }),
    children: t(key),
    disabled: !isOnline.value,
  })
  return (
    <li class="card question">
      <div class="question-head">
        <span class={`badge badge-${badges[status]}`}>{t(`questions.${status}`)}</span>
        {status === 'unanswered' && <Age since={askedAt} />}
        <Link href={pathTo('project', { id: project.id })} dir="auto">
          {project.name}
        </Link>
      </div>
      <p class="question-text" dir="auto">
        {text}
      </p>
      <p class="soft">
        <bdi>{asker?.name ?? t('questions.someone')}</bdi>
        {status !== 'unanswered' && (
          <>
            {' '}
            · <When at={askedAt} />
          </>
        )}
      </p>
      {hiddenReason && <p dir="auto">{t('questions.hiddenWhy', { reason: hiddenReason })}</p>}
      {answer && <AnswerText answer={answer} />}
      <div class="row">
        <Button
          look={answer ? 'plain' : 'main'}
          {...action(answer ? 'questions.edit' : 'questions.answer')}
          onClick={() => setDialog('answer')}
        />
        {status === 'hidden' ? (
          <Button look="soft" isBusy={isBusy} {...action('questions.show')} onClick={() => void show()} />
        ) : (
          <Button look="plain" {...action('questions.hide')} onClick={() => setDialog('hide')} />
        )}
      </div>
      <AnswerDialog question={question} isOpen={dialog === 'answer'} onClose={close} />
      <HideDialog question={question} isOpen={dialog === 'hide'} onClose={close} />
    </li>
  )
}
