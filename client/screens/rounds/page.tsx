import { useEffect } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { goBack } from '#client/go-back.ts'
import { paths, pathTo } from '#client/routes.ts'
import { getRound, type RoundDetail } from '#contract/round.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll, useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty, Failed, Loading, SavedNote } from '#ui/states.tsx'
import { moment } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Check } from './check.tsx'
import { Countdown } from './countdown.tsx'
import { Figures } from './figures.tsx'
import { FileNote } from './file-note.tsx'
import { StateBadge, whenOf } from './list.tsx'
import { Projects } from './projects.tsx'
import { rememberRound } from './seen.ts'
import { Steps } from './steps.tsx'
import { r } from './texts.ts'

/** Loads a round; the screen that is shown instead while there is none. */
export function useRound(slug: string) {
  const { answer, savedAt, error, retry } = useCall(getRound, { params: { slug } })
  if (answer) return { round: answer.round, savedAt, instead: null }
  const isUnknown = error instanceof ProblemError && error.problem.status === 404
  const instead = isUnknown ? (
    <Empty icon="flag" title={r('round.gone')} action={<ButtonLink to={paths.rounds}>{r('round.all')}</ButtonLink>}>
      {r('round.gone.text')}
    </Empty>
  ) : error ? (
    <Failed error={error} onRetry={retry} />
  ) : (
    <Loading lines={6} />
  )
  return { round: null, savedAt, instead }
}

function NextStep({ round: { slug, state, mode, publishedAt } }: { round: RoundDetail }) {
  if (mode === 'direct') return state === 'open' ? <p class="soft">{r('round.direct')}</p> : null
  if (session.value.state === 'guest')
    return state === 'open' ? (
      <div class="round-act">
        <Button disabled={!isOnline.value} onClick={() => void signIn()}>
          {r('round.signIn')}
        </Button>
        <span class="soft">{r('round.signInText')}</span>
      </div>
    ) : null
  return (
    <div class="round-act">
      <ButtonLink to={pathTo('choices', { slug })}>{r(publishedAt === null ? 'round.choices' : 'round.result')}</ButtonLink>
    </div>
  )
}

const Head = ({ round }: { round: RoundDetail }) => (
  <section class="card stack" aria-label={round.name}>
    <div class="row">
      <StateBadge state={round.state} />
      {round.state === 'open' && <Countdown until={round.closesAt} text="left.closes" onEnd={() => void refreshAll()} />}
      {round.state === 'announced' && <Countdown until={round.opensAt} text="left.opens" onEnd={() => void refreshAll()} />}
    </div>
    {(round.state === 'sealed' || round.state === 'published') && <p>{whenOf(round)}</p>}
    {round.abandonedAt !== null && <p>{r('round.abandoned')}</p>}
    <Steps round={round} />
    <NextStep round={round} />
  </section>
)

const Rule = ({ round: { slug, rule, ruleText } }: { round: RoundDetail }) => (
  <section class="card stack" aria-labelledby="round-rule">
    <h2 id="round-rule">{r('round.rule')}</h2>
    <p class="badge round-rule">{r(`round.rule.${rule}`)}</p>
    <p>{ruleText}</p>
    <p>
      <Link href={pathTo('howRounds', { slug })} class="round-link">
        {r('round.how')}
      </Link>
    </p>
  </section>
)

const Changes = ({ changes }: Pick<RoundDetail, 'changes'>) =>
  changes.length === 0 ? null : (
    <section class="card stack" aria-labelledby="round-changes">
      <h2 id="round-changes">{r('round.changes')}</h2>
      <ul class="bare round-changes">
        {changes.map(({ at, what, by }) => (
          <li key={`${at} ${what}`}>
            <span dir="auto">{what}</span>
            <small class="soft">{by === null ? moment(at) : r('round.changes.by', { when: moment(at), name: by })}</small>
          </li>
        ))}
      </ul>
    </section>
  )

/** What everybody can see of a round. */
export function RoundPage({ slug }: { slug: string }) {
  const { round, savedAt, instead } = useRound(slug)
  useEffect(() => {
    if (round) rememberRound(round)
  }, [round])
  const back = { name: r('round.back'), go: () => goBack(paths.rounds) }
  if (!round)
    return (
      <>
        <Title back={back}>{r('rounds.title')}</Title>
        {instead}
      </>
    )
  const isRanked = round.mode === 'ranked'
  return (
    <>
      <Title back={back} text={round.name}>
        <bdi>{round.name}</bdi>
      </Title>
      <SavedNote savedAt={savedAt} />
      <div class="stack round">
        <Head round={round} />
        {isRanked && <Figures round={round} />}
        {isRanked && <Rule round={round} />}
        {isRanked && round.publishedAt === null && <FileNote round={round} />}
        {isRanked && <Check round={round} />}
        <Projects round={round} />
        <Changes changes={round.changes} />
      </div>
    </>
  )
}
