import { useIsAdministrator } from '#console/parts/access.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getToday } from '#contract/console/today.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { day } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Attention, LongestWaits, ReviewerWaits } from './today/attention.tsx'
import { Audit, Mail } from './today/beside.tsx'
import { Overdue, Soon, Waiting } from './today/needs.tsx'
import { Rounds } from './today/rounds.tsx'
import { TimeZoneQuestion } from './today/time-zone.tsx'
import './requests/requests.css'
import './today/today.css'

export function Today() {
  const { answer, error, retry } = useCall(getToday, undefined, { isPrivate: true, isSaved: false })
  const isAdministrator = useIsAdministrator()
  return (
    <>
      <Title
        text={t('today.title')}
        actions={
          <>
            <ButtonLink look="soft" icon="calendar" to={paths.calendar}>
              {t('calendar.title')}
            </ButtonLink>
            <ButtonLink look="soft" icon="file" to={paths.report}>
              {t('report.title')}
            </ButtonLink>
          </>
        }
      >
        {t('today.title')} {answer && <span class="soft today-date">{day(answer.day)}</span>}
      </Title>
      {error ? <PageProblem error={error} onRetry={retry} /> : !answer && <Loading lines={6} />}
      {answer && !error && (
        <div class="today">
          <div class="columns columns-main">
            <div class="today-column">
              {isAdministrator && <TimeZoneQuestion />}
              <Overdue overdue={answer.overdue} />
              <Rounds rounds={answer.rounds} />
              <Attention today={answer} />
              <Waiting waiting={answer.waiting} />
              <Soon soon={answer.soon} />
            </div>
            <div class="today-column">
              <ReviewerWaits waits={answer.waitsByReviewer} />
              <LongestWaits waits={answer.longestWaits} />
              <Mail mail={answer.mail} isAdministrator={isAdministrator} />
              <Audit audit={answer.audit} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}
