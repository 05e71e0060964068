import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Pager } from '#console/parts/pager.tsx'
import { Pairs } from '#console/parts/pairs.tsx'
import { PageProblem } from '#console/parts/problem.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ConsoleRound } from '#contract/console/round.ts'
import type { LockReason } from '#contract/round.ts'
import { Button } from '#ui/button.tsx'
import { Hash } from './details.tsx'
import { projectNamesOf } from './labels.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { useReview } from './use-review.ts'
import { useTeams } from './use-teams.ts'

/** Shows that the file has the fingerprint of this text. */
const Proof = ({ lock: { hash, key } }: { lock: LockReason }) => (
  <details class="soft">
    <summary>{t('rounds.lock.proof')}</summary>
    <p>{t('rounds.lock.proof.text')}</p>
    <Pairs
      rows={[
        [t('rounds.lock.proof.hash'), <Hash key="hash" value={hash} />],
        [t('rounds.lock.proof.key'), <Hash key="key" value={key} />],
      ]}
    />
  </details>
)

/** Teams put into a project by hand. */
export function Locks({ round }: { round: ConsoleRound }) {
  const [isOpen, setIsOpen] = useState(false)
  const { lock, isBusy } = useReview(round, { isToast: true })
  const projectName = projectNamesOf(round)
  const [page, setPage] = useState(1)
  const { answer, error, retry } = useTeams(round, { has: 'lock', page: String(page), pageSize: '50' })
  const locked = answer?.teams.filter((team) => team.lock !== null) ?? []
  const canLock = round.publishAt === null && (round.state === 'announced' || round.state === 'open' || round.state === 'sealed')
  if (!answer)
    return (
      error && (
        <section class="card stack" aria-labelledby="locks">
          <h2 id="locks">{t('rounds.locks')}</h2>
          <PageProblem error={error} onRetry={retry} />
        </section>
      )
    )
  if (!canLock && answer.total === 0) return null
  return (
    <section class="card stack" aria-labelledby="locks">
      <h2 id="locks">{t('rounds.locks')}</h2>
      {locked.length === 0 ? (
        <p class="soft">{t('rounds.locks.none')}</p>
      ) : (
        <ul class="bare stack">
          {locked.map((team) => (
            <li key={team.team} class="spread">
              <span>
                <Link href={pathTo('team', { id: team.team })} dir="auto">
                  {team.name}
                </Link>{' '}
                → <bdi>{projectName(team.lock!.project)}</bdi>
                <small class="soft round-reason" dir="auto">
                  {team.lock!.reason}
                </small>
                {team.published && <Proof lock={team.published} />}
              </span>
              {canLock && (
                <Button
                  look="plain"
                  isBusy={isBusy}
                  aria-label={t('rounds.lock.removeOf', { team: team.name })}
                  onClick={() => void lock(team, null)}
                >
                  {t('rounds.lock.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager {...answer} name={t('rounds.locks')} onPage={setPage} />
      {canLock && (
        <div class="row">
          <Button look="soft" icon="lock" onClick={() => setIsOpen(true)}>
            {t('rounds.lock.team')}
          </Button>
        </div>
      )}
      <LockDialog round={round} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  )
}
