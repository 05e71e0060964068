import { useEffect, useState } from 'preact/hooks'
import { getUser } from '#contract/profile.ts'
import { type LockReason, listChoices, type RoundDetail } from '#contract/round.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/file/stored-file.ts'
import { Icon } from '#ui/icon.tsx'
import { download } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { session } from '#ui/session/session.ts'
import { reasonOf } from '#ui/states.tsx'
import { moment } from '#ui/time/format.ts'
import type { Outcome, StepState } from './run-check.ts'
import { seenRound } from './seen.ts'
import { r } from './texts.ts'
import { nameOf, useProjects } from './use-projects.ts'

const load = () => import('./run-check.ts')

// Web Cryptography is offered on HTTPS and localhost only.
const isSecure = () => globalThis.crypto?.subtle !== undefined

function Step({ step: { step, state }, isOver }: { step: StepState; isOver: boolean }) {
  const outcome = state === 'passed' ? r('check.passed') : state === 'failed' ? r('check.failed') : isOver ? r('check.skipped') : ''
  return (
    <li class={`check-step is-${state}`}>
      <span class="check-mark">{state !== 'waiting' && <Icon name={state === 'passed' ? 'check' : 'close'} size={16} />}</span>
      <span>
        {r(`${step}.step`)}
        <span class="visually-hidden"> {outcome}</span>
      </span>
    </li>
  )
}

const useOwnTeams = (slug: string) =>
  useCall(listChoices, { params: { slug } }, { isPrivate: true, isOn: session.value.state !== 'guest' }).answer?.teams ?? []

/** Lottery number and project of the caller's teams. */
function Own({ slug, outcome }: { slug: string; outcome: Outcome }) {
  const teams = useOwnTeams(slug)
  const found = teams.flatMap(({ name, pseudonym, result }) => {
    const row = outcome.teamOf(pseudonym)
    return row ? [{ team: r('check.team', { team: name, pseudonym }), pseudonym, lock: result?.lock ?? null, ...row }] : []
  })
  const projects = useProjects(found.flatMap(({ project }) => project ?? []))
  return found.map(({ team, pseudonym, lock, place, count, project }) => (
    <p key={team} dir="auto">
      {project === null
        ? r('check.ownNone', { team, place: place ?? 0, count })
        : place === null
          ? r('check.ownLocked', { team, project: nameOf(projects, project) })
          : r('check.own', { team, place, count, project: nameOf(projects, project) })}
      {lock && <OwnReason pseudonym={pseudonym} lock={lock} outcome={outcome} />}
    </p>
  ))
}

/** The text is for the team; the file has its fingerprint. */
function OwnReason({ pseudonym, lock, outcome }: { pseudonym: string; lock: LockReason; outcome: Outcome }) {
  const [isRight, setIsRight] = useState<boolean | null>(null)
  useEffect(() => void outcome.hasReason(pseudonym, lock).then(setIsRight), [outcome])
  return (
    <>
      {' '}
      {r('check.reason', { reason: lock.reason })} {isRight !== null && r(isRight ? 'check.reason.right' : 'check.reason.wrong')}
    </>
  )
}

function ByHand({ outcome: { locks, excluded, changes } }: { outcome: Outcome }) {
  return (
    <>
      {locks.length > 0 && (
        <div>
          <p>{r('check.hand', { count: locks.length })}</p>
          <ul class="check-list">
            {locks.map(({ team, project, reason }) => (
              <li key={team} dir="auto">
                {reason === null ? r('check.hand.row', { team, project }) : r('check.hand.reason', { team, project, reason })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {excluded.length > 0 && (
        <div>
          <p>{r('check.out', { count: excluded.length })}</p>
          <ul class="check-list">
            {excluded.map(({ team, project, reason }) => (
              <li key={team + project} dir="auto">
                {r(`check.out.${reason}`, { team, project: project ?? '' })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {changes.length > 0 && (
        <div>
          <p>{r('check.later', { count: changes.length })}</p>
          <ul class="check-list">
            {changes.map(({ at, what }) => (
              <li key={at + what} dir="auto">
                {moment(at)}: {what}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const Verdict = ({ outcome, slug }: { outcome: Outcome; slug: string }) =>
  outcome.failed === null ? (
    <div class="check-verdict is-right">
      <h3>{r('check.right')}</h3>
      <p>{r('check.right.text', { count: outcome.teams, places: outcome.placed })}</p>
      <Own slug={slug} outcome={outcome} />
      <ByHand outcome={outcome} />
    </div>
  ) : (
    <div class="check-verdict is-wrong">
      <h3>{r('check.wrong')}</h3>
      <p class="check-difference" dir="auto">
        {outcome.difference()}
      </p>
      <p>{r('check.wrong.text')}</p>
    </div>
  )

const Fingerprints = ({ round: { seedHash, choicesDigest } }: { round: RoundDetail }) => (
  <details class="check-code">
    <summary>{r('check.code')}</summary>
    <dl>
      <dt>{r('check.seedHash')}</dt>
      <dd>
        <code dir="ltr">{seedHash}</code>
      </dd>
      <dt>{r('check.digest')}</dt>
      <dd>{choicesDigest === null ? r('check.digestSoon') : <code dir="ltr">{choicesDigest}</code>}</dd>
    </dl>
  </details>
)

/** Computes the results again in the browser and compares. */
export function Check({ round }: { round: RoundDetail }) {
  const { slug, rule, publishedAt } = round
  const [steps, setSteps] = useState<StepState[]>([])
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [seen] = useState(() => seenRound(slug)) // before this visit
  useEffect(() => {
    if (location.hash === '#check') document.getElementById('check')?.scrollIntoView()
  }, [])
  const address = `${serverConfig.api}/round/${slug}/bundle.json`
  const isParticipant = useOwnTeams(slug).some(({ choices, result }) => choices.length > 0 || result !== null)
  const isForAll = round.bundleFor === 'everyone'
  const user = useCall(getUser, undefined, { isPrivate: true, isOn: !isForAll && session.value.state !== 'guest' }).answer
  const isReader = isForAll || isParticipant || (user !== undefined && user.access !== 'member')
  const run = async () => {
    setIsBusy(true)
    setFault('')
    setOutcome(null)
    try {
      const [loaded, file] = await Promise.all([load(), download(address)])
      setSteps(loaded.waiting)
      const published = {
        round: slug,
        rule,
        seedHash: seen?.seedHash ?? round.seedHash ?? undefined,
        choicesDigest: seen?.choicesDigest ?? round.choicesDigest ?? undefined,
      }
      const found = await loaded.runCheck(await file.text(), published, setSteps)
      setSteps(found.steps)
      setOutcome(found)
    } catch (error) {
      setFault(isOnline.value ? reasonOf(error).detail : r('check.offline'))
    }
    setIsBusy(false)
  }
  // By fetch: a plain link would not send the access token.
  const save = () =>
    saveFile({ url: address, name: `${slug}.bundle.json` }).catch((error) =>
      setFault(isOnline.value ? reasonOf(error).detail : r('check.offline')),
    )
  const isKnownBefore = seen !== undefined && seen.choicesDigest !== null && publishedAt !== null && seen.at < Date.parse(publishedAt)
  return (
    <section class="card stack check" aria-labelledby="check">
      <h2 id="check" tabIndex={-1}>
        {r('check.title')}
      </h2>
      {publishedAt === null ? (
        <p>{r(round.abandonedAt === null ? 'check.soon' : 'check.abandoned')}</p>
      ) : !isReader ? null : (
        <>
          <p>{r('check.text')}</p>
          {isKnownBefore && <p class="soft">{r('check.seen', { when: moment(seen.at) })}</p>}
          {isSecure() ? (
            <div class="row">
              <Button isBusy={isBusy} disabled={!isOnline.value} onClick={() => void run()}>
                {r(isBusy ? 'check.running' : outcome ? 'check.again' : 'check.start')}
              </Button>
              <Button look="plain" disabled={!isOnline.value} onClick={() => void save()}>
                {r('check.download')}
              </Button>
            </div>
          ) : (
            <p class="notice">{r('check.insecure')}</p>
          )}
          {!isOnline.value && <p class="soft">{r('check.offline')}</p>}
          <ErrorMessage of={fault} />
          {steps.length > 0 && (
            <ol class="bare check-steps" aria-label={r('check.steps')}>
              {steps.map((step) => (
                <Step key={step.step} step={step} isOver={outcome !== null} />
              ))}
            </ol>
          )}
          <div role="status">{outcome && <Verdict outcome={outcome} slug={slug} />}</div>
          <p class="soft check-command">{r('check.command')}</p>
        </>
      )}
      {round.bundleFor === 'participants' && <p class="soft">{r('file.readers.participants')}</p>}
      <Fingerprints round={round} />
    </section>
  )
}
