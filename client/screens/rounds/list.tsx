import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { paths, pathTo } from '#client/routes.ts'
import { listRounds, type Round } from '#contract/round.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { deadline, moment } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { r } from './texts.ts'

const looks = { announced: 'pending', open: 'open', sealed: 'pending', published: 'active', ended: 'completed' } as const

export const StateBadge = ({ state }: Pick<Round, 'state'>) => <span class={`badge badge-${looks[state]}`}>{r(`state.${state}`)}</span>

/** What happens next, or what happened last. */
export function whenOf({ state, mode, opensAt, closesAt }: Round): string {
  if (state === 'ended' && mode === 'direct') return r('when.endedDirect', { when: moment(closesAt) })
  return r(`when.${state}`, { when: deadline(state === 'announced' ? opensAt : closesAt) })
}

const Row = ({ round }: { round: Round }) => (
  <li>
    <Link href={pathTo('round', { slug: round.slug })} class="rows-item">
      <Icon name="flag" />
      <span>
        <span dir="auto">{round.name}</span>
        <small>{whenOf(round)}</small>
        <small>{r('round.count', { count: round.projects.length })}</small>
        <StateBadge state={round.state} />
      </span>
      <Icon name="next" size={20} />
    </Link>
  </li>
)

export function RoundList() {
  const { answer, savedAt, error, retry } = useCall(listRounds)
  return (
    <>
      <Title back={{ name: r('round.back'), go: () => goBack(paths.profile) }}>{r('rounds.title')}</Title>
      <SavedNote savedAt={savedAt} />
      {!answer ? (
        error ? (
          <Failed error={error} onRetry={retry} />
        ) : (
          <Loading lines={4} />
        )
      ) : answer.rounds.length === 0 ? (
        <Empty icon="flag" title={r('rounds.empty')} action={<ButtonLink to={paths.projects}>{r('rounds.toProjects')}</ButtonLink>}>
          {r('rounds.empty.text')}
        </Empty>
      ) : (
        <div class="stack">
          <p class="soft">{r('rounds.lead')}</p>
          <ul class="rows">
            {answer.rounds.map((round) => (
              <Row key={round.slug} round={round} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
