import { Link } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ListedRound, listConsoleRounds } from '#contract/console/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { RoundBadge, windowText } from './rounds/labels.tsx'
import './rounds/rounds.css'

const POLL_MS = 20_000

const columns = (): Column<ListedRound>[] => [
  {
    key: 'name',
    name: t('rounds.column.name'),
    cell: ({ id, name }) => (
      <Link href={pathTo('round', { id })} dir="auto">
        {name}
      </Link>
    ),
  },
  { key: 'state', name: t('rounds.column.state'), isWide: true, cell: (round) => <RoundBadge round={round} /> },
  { key: 'window', name: t('rounds.column.window'), isWide: true, cell: windowText },
  { key: 'projects', name: t('rounds.column.projects'), isFigure: true, cell: ({ projectCount }) => count(projectCount) },
  { key: 'teams', name: t('rounds.column.teams'), isFigure: true, cell: ({ figures }) => count(figures.teams) },
]

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
        <Table label={t('rounds.title')} columns={columns()} rows={rounds} keyOf={({ id }) => id} hasCards />
      )}
    </>
  )
}
