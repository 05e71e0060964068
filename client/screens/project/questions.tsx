import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { listQuestions } from '#contract/question.ts'
import { Button } from '#ui/button.tsx'
import { isRemoving } from '#ui/dialog/removal.ts'
import { useHashTarget } from '#ui/hash-target.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { AskForm } from './questions/ask-form.tsx'
import { QuestionItem } from './questions/question-item.tsx'
import './questions.css'

const PAGE = 10

const useQuestions = (slug: string, page: number) =>
  useCall(
    listQuestions,
    { params: { slug }, query: { page: String(page), pageSize: String(PAGE) } },
    { isPrivate: session.value.state !== 'guest' },
  )

function Page({ slug, page }: { slug: string; page: number }) {
  const { answer, isLoading, error, retry } = useQuestions(slug, page)
  if (isLoading) return <Loading lines={3} />
  if (!answer) return error && <Failed error={error} onRetry={retry} />
  return (
    <>
      {answer.questions
        .filter(({ id }) => !isRemoving(`question ${id}`))
        .map((question) => (
          <QuestionItem key={question.id} question={question} mayAnswer={answer.mayAnswer} />
        ))}
    </>
  )
}

/** Questions on the project with their answers, and a form to ask one. */
export function Questions({ slug }: { slug: string }) {
  const [pages, setPages] = useState(1)
  const { answer, isLoading, error, retry } = useQuestions(slug, 1)
  const heading = useHashTarget('questions', answer !== undefined)
  const total = answer ? answer.total - answer.questions.filter(({ id }) => isRemoving(`question ${id}`)).length : 0
  return (
    <section class="project-section" aria-labelledby="questions">
      <h2 id="questions" ref={heading} tabIndex={-1}>
        {t('questions.title')} {total > 0 && <span class="soft">{count(total)}</span>}
      </h2>
      {isLoading && <Loading lines={3} />}
      {!answer && error && (isOnline.value ? <Failed error={error} onRetry={retry} /> : <p class="soft">{t('project.partly')}</p>)}
      {answer && (
        <>
          {total === 0 && <p class="soft">{t(answer.isClosed ? 'questions.emptyClosed' : 'questions.empty')}</p>}
          {answer.isClosed ? total > 0 && <p class="soft">{t('questions.closed')}</p> : <AskForm slug={slug} />}
          {total > 0 && (
            <ul class="bare questions">
              {Array.from({ length: pages }, (_, index) => (
                <Page key={index} slug={slug} page={index + 1} />
              ))}
            </ul>
          )}
          {answer.total > pages * PAGE && (
            <p>
              <Button look="soft" onClick={() => setPages(pages + 1)}>
                {t('questions.more')}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  )
}
