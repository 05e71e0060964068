import { Link } from 'wouter-preact'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { listTeamQuestions } from '#contract/message.ts'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { ago } from '#ui/time/format.ts'

/** Questions of curators about applications that await an answer; nothing when there are none. */
export function TeamQuestions() {
  const { answer } = useCall(listTeamQuestions, undefined, { isPrivate: true })
  if (!answer || answer.questions.length === 0) return null
  return (
    <section aria-labelledby="team-questions">
      <h2 id="team-questions">{t('conversation.open', { count: answer.questions.length })}</h2>
      <ul class="rows">
        {answer.questions.map(({ request, projectName, askedAt, mayWrite }) => (
          <li key={request}>
            <Link href={`${pathTo('request', { id: request })}#conversation`} class="rows-item">
              <Icon name="message" />
              <span>
                <span dir="auto">{projectName}</span>
                <small>{t(mayWrite ? 'conversation.answerNow' : 'conversation.adminAnswers', { when: ago(askedAt) })}</small>
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
