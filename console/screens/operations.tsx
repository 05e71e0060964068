import { usePolling } from '#console/parts/poll.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getOperations } from '#contract/console/operations.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { clock } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Backups, Database, MailQueue, Storage } from './operations/figures.tsx'
import { Configuration, Nodes, RefusedCallers, Statements } from './operations/tables.tsx'
import './operations/operations.css'

const EVERY_MS = 10_000

/** The state of the service, for administrators. Live updates do not cover it, so the page polls. */
export function Operations() {
  const query = useCall(getOperations, undefined, { isPrivate: true, isSaved: false })
  const answer = useLast(query.answer)
  const error = usePolling(query, EVERY_MS)
  return (
    <>
      <Title>{t('operations.title')}</Title>
      {error ? (
        <Trouble error={error} onRetry={query.retry} />
      ) : !answer ? (
        <Loading lines={8} />
      ) : (
        <div class="operations">
          <p class="soft">{t('operations.updated', { time: clock(answer.at) })}</p>
          <div class="operations-cards">
            <MailQueue {...answer} />
            <Backups {...answer} />
            <Storage {...answer} />
            <Database {...answer} />
          </div>
          <Nodes {...answer} />
          <Statements {...answer} />
          <RefusedCallers {...answer} />
          <Configuration {...answer} />
        </div>
      )}
    </>
  )
}

function Trouble({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (!(error instanceof ProblemError && error.problem.code === 'not_permitted')) return <PageProblem error={error} onRetry={onRetry} />
  return (
    <Empty
      icon="shield"
      title={t('operations.onlyAdministrators.title')}
      action={<ButtonLink to={pathTo('people', {}, { access: 'administrator' })}>{t('mail.administrators')}</ButtonLink>}
    >
      {t('operations.onlyAdministrators.text')}
    </Empty>
  )
}
