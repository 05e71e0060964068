import { useLocation } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ConsoleRound, getConsoleRound } from '#contract/console/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, errorInstead, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Choices } from './rounds/choices.tsx'
import { Changes, Details } from './rounds/details.tsx'
import { Draft } from './rounds/draft.tsx'
import { Forecast } from './rounds/forecast.tsx'
import { at } from './rounds/labels.tsx'
import { Locks } from './rounds/locks.tsx'
import { NextStep } from './rounds/next-step.tsx'
import { ProjectTable } from './rounds/project-table.tsx'
import { Results } from './rounds/results.tsx'
import { StateLine } from './rounds/state-line.tsx'
import './rounds/rounds.css'

const SOON_MS = 2000
const LATER_MS = 20_000

const isMoving = ({ state, sealedAt, publishAt }: ConsoleRound): boolean => publishAt !== null || (state === 'sealed' && sealedAt === null)

function Parts({ round }: { round: ConsoleRound }) {
  const isRanked = round.mode === 'ranked'
  const isUnderWay = round.state === 'open' || round.state === 'sealed'
  return (
    <div class="stack">
      <StateLine round={round} />
      <NextStep round={round} />
      {round.figures.placed !== null && <Results round={round} />}
      {round.draft && <Draft round={round} draft={round.draft} />}
      {isRanked && round.state !== 'draft' && <Choices round={round} />}
      {isRanked && isUnderWay && <Forecast round={round} />}
      <ProjectTable round={round} />
      {isRanked && round.state !== 'draft' && <Locks round={round} />}
      <div class="columns columns-2">
        {round.state !== 'draft' && <Changes round={round} />}
        <Details round={round} />
      </div>
    </div>
  )
}

const Gone = () => (
  <Empty icon="trophy" title={t('rounds.gone.title')} action={<ButtonLink to={paths.rounds}>{t('rounds.toList')}</ButtonLink>}>
    {t('rounds.gone.text')}
  </Empty>
)

export function RoundPage({ id }: { id: number }) {
  const query = useCall(getConsoleRound, at({ id }), { isPrivate: true, isSaved: false })
  const { answer: round, retry } = query
  const error = errorInstead({ answer: round, error: usePolling(query, round && isMoving(round) ? SOON_MS : LATER_MS) })
  const [, go] = useLocation()
  const isGone = error instanceof ProblemError && error.problem.code === 'round_not_found'
  const actions = round && !error && (
    <>
      {round.state !== 'draft' && (
        <a class="button button-plain" href={`/round/${round.slug}`}>
          {t('rounds.publicPage')}
        </a>
      )}
      {round.figures.choices > 0 && (
        <ButtonLink look="plain" icon="send" to={pathTo('newAnnouncement', {}, { audience: 'round-teams', round: round.slug })}>
          {t('rounds.write')}
        </ButtonLink>
      )}
      <ButtonLink look="soft" icon="edit" to={pathTo('editRound', { id })}>
        {t('rounds.edit')}
      </ButtonLink>
    </>
  )
  return (
    <>
      <Title back={{ name: t('rounds.toList'), go: () => go(paths.rounds) }} actions={actions} text={round?.name ?? t('rounds.title')}>
        <bdi>{round?.name ?? t('rounds.title')}</bdi>
      </Title>
      {isGone ? <Gone /> : error ? <PageProblem error={error} onRetry={retry} /> : round ? <Parts round={round} /> : <Loading lines={6} />}
    </>
  )
}
