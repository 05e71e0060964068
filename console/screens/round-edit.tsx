import { useLocation } from 'wouter-preact'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getConsoleRound } from '#contract/console/round.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { RoundForm } from './rounds/round-form.tsx'
import './rounds/rounds.css'

export function NewRound() {
  const [, go] = useLocation()
  return (
    <>
      <Title back={{ name: t('rounds.toList'), go: () => go(paths.rounds) }}>{t('rounds.new')}</Title>
      <RoundForm round={null} onSaved={({ id }) => go(pathTo('round', { id }), { replace: true })} />
    </>
  )
}

export function RoundEdit({ id }: { id: number }) {
  const [, go] = useLocation()
  const { answer, error, retry } = useCall(getConsoleRound, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const toRound = () => go(pathTo('round', { id }))
  const title = answer ? t('rounds.edit.title', { name: answer.name }) : t('rounds.edit')
  return (
    <>
      <Title back={{ name: t('rounds.toRound'), go: toRound }}>{title}</Title>
      {error && !answer ? (
        <PageProblem error={error} onRetry={retry} />
      ) : answer ? (
        <RoundForm round={answer} onSaved={toRound} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  )
}
