import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { type Answer, deleteQuestion, type Question } from '#contract/question.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { removeLater } from '#ui/dialog/removal.ts'
import { Icon } from '#ui/icon.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { ago, moment } from '#ui/time/format.ts'
import { AnswerForm } from './answer-form.tsx'

const SHORT = 60
const shortened = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text)

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {ago(at)}
  </time>
)

const authorOf = ({ role, team, author }: Answer): string =>
  [role === 'curator' ? t('questions.curator') : (team ?? t('questions.team')), author].filter(Boolean).join(' · ')

const AnswerText = ({ answer }: { answer: Answer }) => (
  <div class="answer">
    <p class="question-meta">
      <Icon name={answer.role === 'curator' ? 'shield' : 'team'} size={18} />
      <span>
        <bdi>{authorOf(answer)}</bdi>
        <small>
          <When at={answer.answeredAt} />
          {answer.changedAt && ` · ${t('questions.edited')}`}
        </small>
      </span>
    </p>
    <Markdown text={answer.text} files={[]} />
  </div>
)

export function QuestionItem({ question, mayAnswer }: { question: Question; mayAnswer: boolean }) {
  const { id, text, asker, askedAt, isOwn, answer } = question
  const [isAnswering, setIsAnswering] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const wasAnswering = useRef(false)
  // Back to the button when the form closes.
  useEffect(() => {
    if (wasAnswering.current && !isAnswering) item.current?.querySelector('button')?.focus()
    wasAnswering.current = isAnswering
  }, [isAnswering])
  const remove = () => {
    removeLater(`question ${id}`, {
      done: t('questions.deleted'),
      failed: (why) => t('questions.notDeleted', { why }),
      remove: () => call(deleteQuestion, { params: { id: String(id) } }),
    })
    document.getElementById('questions')?.focus({ preventScroll: true }) // the button is gone
  }
  const name = isOwn ? t('questions.you') : (asker ?? t('questions.someone'))
  return (
    <li class="card question" ref={item}>
      <div class="question-head">
        {asker ? (
          <Avatar name={asker} src={null} size={28} />
        ) : (
          <span class="question-icon">
            <Icon name="person" size={18} />
          </span>
        )}
        <p class="question-meta">
          <span>
            <bdi>{name}</bdi>
            <small>
              <When at={askedAt} />
            </small>
          </span>
        </p>
        {isOwn && !answer && <IconButton icon="remove" name={t('questions.delete')} disabled={!isOnline.value} onClick={remove} />}
      </div>
      <p class="question-text" dir="auto">
        {text}
      </p>
      {answer ? <AnswerText answer={answer} /> : <p class="soft">{t('questions.unanswered')}</p>}
      {isAnswering ? (
        <AnswerForm question={question} onClose={() => setIsAnswering(false)} />
      ) : (
        mayAnswer && (
          <p>
            <Button
              look={answer ? 'plain' : 'soft'}
              icon={answer ? 'edit' : 'message'}
              aria-label={t(answer ? 'questions.editOf' : 'questions.answerTo', { question: shortened(text) })}
              onClick={() => setIsAnswering(true)}
            >
              {t(answer ? 'questions.edit' : 'questions.answer')}
            </Button>
          </p>
        )
      )}
    </li>
  )
}
