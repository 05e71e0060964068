import { Link } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { type ListedRound, listConsoleRounds } from '#contract/console/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { RoundBadge, windowText } from './rounds/labels.tsx'
import './rounds/rounds.css'

const columns = ['name', 'state', 'window', 'projects', 'teams'] as const
const POLL_MS = 20_000

const Row = ({ round }: { round: ListedRound }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('round', { id: round.id })} dir="auto">
        {round.name}
      </Link>
    </th>
    <td>
      <RoundBadge round={round} />
    </td>
    <td>{windowText(round)}</td>
    <td class="figure" data-label={t('rounds.column.projects')}>
      {count(round.projectCount)}
    </td>
    <td class="figure" data-label={t('rounds.column.teams')}>
      {count(round.figures.teams)}
    </td>
  </tr>
)

export function Rounds() {
  const found = useCall(listConsoleRounds, undefined, { isPrivate: true, isSaved: false })
  const error = usePolling(found, POLL_MS)
  const rounds = found.answer?.rounds
  const add = (
    <ButtonLink icon="plus" to={paths.newRound}>
      {t('rounds.new')}
    </ButtonLink>
  )
  return (
    <>
      <Title actions={rounds && rounds.length > 0 && add}>{t('rounds.title')}</Title>
      {error ? (
        <PageProblem error={error} onRetry={found.retry} />
      ) : !rounds ? (
        <Loading lines={6} />
      ) : rounds.length === 0 ? (
        <Empty icon="trophy" title={t('rounds.empty.title')} action={add}>
          {t('rounds.empty.text')}
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section class="data-table card-rows" aria-label={t('rounds.title')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" class={column === 'projects' || column === 'teams' ? 'figure' : undefined}>
                    {t(`rounds.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rounds.map((round) => (
                <Row key={round.id} round={round} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
