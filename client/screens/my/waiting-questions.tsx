import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { listQuestions } from '#contract/question.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'

/** A row with the number of questions that the team can answer; nothing when there are none. */
export function WaitingQuestions({ slug }: { slug: string }) {
  const { answer } = useCall(listQuestions, { params: { slug }, query: { pageSize: '1' } }, { isPrivate: true })
  if (!answer?.mayAnswer || answer.unanswered === 0) return null
  return (
    <li>
      <Link href={`${pathTo('project', { slug })}#questions`} class="rows-item">
        <Icon name="question" />
        <span>{t('questions.waiting', { count: answer.unanswered })}</span>
        <Icon name="next" size={20} />
      </Link>
    </li>
  )
}
