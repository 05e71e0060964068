import { useLocation } from 'wouter-preact'
import { Notes } from '#console/parts/notes/notes.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getConsoleRequest } from '#contract/console/request.ts'
import { useCall } from '#ui/server/query.ts'
import { errorInstead, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { History, Others, ProjectFacts, Team } from './request/beside.tsx'
import { Conversation } from './request/conversation.tsx'
import { Decision } from './request/decision.tsx'
import { Files } from './request/files.tsx'
import { OtherApplications } from './request/other-applications.tsx'
import { Reviewer } from './request/reviewer.tsx'
import { ReviewKeys } from './requests/review-keys.tsx'
import './requests/requests.css'
import './request/request.css'

export function RequestPage({ id }: { id: number }) {
  const [, go] = useLocation()
  const found = useCall(getConsoleRequest, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const { answer, retry } = found
  const error = errorInstead(found)
  const request = answer?.request
  return (
    <>
      <Title back={{ name: t('requests.title'), go: () => go(paths.requests) }} text={request?.teamName ?? t('requests.title')}>
        <bdi>{request?.teamName ?? t('requests.title')}</bdi>
      </Title>
      <ReviewKeys id={id} />
      {error ? <PageProblem error={error} onRetry={retry} /> : !answer && <Loading lines={8} />}
      {answer && request && !error && (
        <div class="columns columns-main">
          <div class="stack request-main">
            <Decision request={request} others={answer.rivals} onOver={retry} />
            <section class="stack" aria-labelledby="message">
              <h2 id="message">{t('requests.message')}</h2>
              {request.message ? (
                <p class="card request-message" dir="auto">
                  {request.message}
                </p>
              ) : (
                <p class="soft">{t('requests.noMessage')}</p>
              )}
            </section>
            <section class="stack" aria-labelledby="files">
              <h2 id="files">{t('requests.filesTitle')}</h2>
              <Files files={request.files} />
            </section>
            <Conversation id={id} />
            <Notes on="request" id={id} />
            {request.status === 'submitted' && (
              <section class="stack" aria-labelledby="other-applications">
                <h2 id="other-applications">{t('requests.otherApplications.title')}</h2>
                <OtherApplications request={request} others={answer.rivals} />
              </section>
            )}
          </div>
          <div class="stack">
            <Reviewer request={request} />
            <ProjectFacts project={answer.project} freePlaces={request.freePlaces} />
            <Team team={answer.team} />
            <Others others={answer.others} />
            <History history={answer.history} />
          </div>
        </div>
      )}
    </>
  )
}
