import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { announceRound, type ConsoleRound, closeRound, deleteRound } from '#contract/console/round.ts'
import { abandonRound, endRound, placeRound } from '#contract/console/round-placing.ts'
import type { RoundState } from '#contract/round.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'
import { deadline, moment } from '#ui/time/format.ts'
import { at, isLookedAt } from './labels.tsx'
import { PublishButton, PublishingNotice } from './publish.tsx'

type Props = { round: ConsoleRound }

type AskedProps = {
  label: string
  title: string
  done: string
  look?: 'main' | 'soft' | 'plain' | 'danger'
  isDangerous?: boolean
  isDisabled?: boolean
  isAsked?: boolean // false: no question is needed
  work(): Promise<unknown>
  onDone?(): void
  children: ComponentChildren
}

/** A button that asks before it acts. */
function AskedButton({ label, title, done, look, isDangerous, isDisabled, isAsked = true, work, onDone, children }: AskedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const run = async () => {
    const result = await act(work, { done })
    setIsOpen(false)
    if (result !== undefined) onDone?.()
  }
  return (
    <>
      <Button look={look} disabled={isDisabled} isBusy={isBusy} onClick={() => (isAsked ? setIsOpen(true) : void run())}>
        {label}
      </Button>
      <Confirm {...{ title, isOpen, isBusy, isDangerous }} yes={label} onYes={() => void run()} onClose={() => setIsOpen(false)}>
        {children}
      </Confirm>
    </>
  )
}

function DraftStep({ round }: Props) {
  const [, go] = useLocation()
  const { name, missing, opensAt, closesAt, mode } = round
  return (
    <>
      {missing.length === 0 ? (
        <p>{t('rounds.next.draft')}</p>
      ) : (
        <div>
          <p>{t('rounds.next.draft.missing')}</p>
          <ul class="round-missing">
            {missing.map((one) => (
              <li key={one}>
                {t(`rounds.missing.${one}`)}
                {one === 'applications' && (
                  <>
                    {' '}
                    <Link href={paths.requests}>{t('rounds.missing.toRequests')}</Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="row">
        <AskedButton
          label={t('rounds.announce')}
          title={t('rounds.announce.title', { name })}
          done={t('rounds.announced')}
          isDisabled={missing.length > 0}
          work={() => call(announceRound, { ...at(round) })}
        >
          <ul class="round-summary">
            <li>{t('rounds.announce.public')}</li>
            {opensAt && closesAt && <li>{t('rounds.announce.window', { from: moment(opensAt), to: deadline(closesAt) })}</li>}
            {mode === 'ranked' && <li>{t('rounds.announce.seed')}</li>}
            <li>{t('rounds.announce.changes')}</li>
          </ul>
        </AskedButton>
        <AskedButton
          label={t('rounds.delete')}
          title={t('rounds.delete.title', { name })}
          done={t('rounds.deleted')}
          look="danger"
          isDangerous
          work={() => call(deleteRound, at(round))}
          onDone={() => go(paths.rounds)}
        >
          <p>{t('rounds.delete.text')}</p>
        </AskedButton>
      </div>
    </>
  )
}

function OpenStep({ round }: Props) {
  const when = deadline(round.closesAt!)
  return (
    <>
      <p>{round.mode === 'direct' ? t('rounds.next.direct') : t('rounds.next.open', { when })}</p>
      <div class="row">
        <AskedButton
          label={t('rounds.close')}
          title={t('rounds.close.title', { name: round.name })}
          done={t('rounds.closed')}
          look="danger"
          isDangerous
          work={() => call(closeRound, { ...at(round) })}
        >
          <p>{t('rounds.close.text', { when })}</p>
        </AskedButton>
      </div>
    </>
  )
}

function SealedStep({ round }: Props) {
  const { draft, publishAt, sealedAt } = round
  if (publishAt !== null) return <PublishingNotice round={round} publishAt={publishAt} />
  if (sealedAt === null) return <p role="status">{t('rounds.next.sealing')}</p>
  const text = draft === null ? 'rounds.next.place' : draft.isCurrent ? 'rounds.next.publish' : 'rounds.next.outdated'
  const isReady = draft?.isCurrent ?? false
  return (
    <>
      <p>{t(text)}</p>
      <div class="row">
        {isReady && <PublishButton round={round} draft={draft!} />}
        <AskedButton
          label={t(draft ? 'rounds.place.again' : 'rounds.place')}
          title={t('rounds.place.first.title')}
          done={t('rounds.placed')}
          look={isReady ? 'plain' : 'main'}
          isAsked={!isLookedAt(round)}
          work={() => call(placeRound, { ...at(round) })}
        >
          <p>{t('rounds.place.first.text')}</p>
        </AskedButton>
      </div>
    </>
  )
}

const PublishedStep = ({ round }: Props) => (
  <>
    <p>{t('rounds.next.published')}</p>
    <div class="row">
      <AskedButton
        label={t('rounds.end')}
        title={t('rounds.end.title', { name: round.name })}
        done={t('rounds.ended')}
        look="plain"
        isDangerous
        work={() => call(endRound, { ...at(round) })}
      >
        <p>{t('rounds.end.text')}</p>
      </AskedButton>
    </div>
  </>
)

/** The master key is lost, or is another one. */
const KeyLostStep = ({ round }: Props) => (
  <>
    <p class="round-warning" role="alert">
      {t('rounds.next.keyLost')}
    </p>
    <p>{t('rounds.next.keyLost.restore')}</p>
    <div class="row">
      <AskedButton
        label={t('rounds.abandon')}
        title={t('rounds.abandon.title', { name: round.name })}
        done={t('rounds.abandoned')}
        look="danger"
        isDangerous
        work={() => call(abandonRound, { ...at(round) })}
      >
        <ul class="round-summary">
          <li>{t('rounds.abandon.lost')}</li>
          <li>{t('rounds.abandon.kept', { count: round.figures.teams })}</li>
          <li>{t('rounds.abandon.public')}</li>
          <li>{t('rounds.abandon.write')}</li>
        </ul>
      </AskedButton>
    </div>
  </>
)

const EndedStep = ({ round }: Props) => {
  if (round.abandonedAt !== null) return <p>{t('rounds.next.abandoned', { when: moment(round.abandonedAt) })}</p>
  return <p>{t(round.mode === 'direct' ? 'rounds.next.direct' : 'rounds.next.ended')}</p>
}

const steps: Record<RoundState, (props: Props) => ComponentChildren> = {
  draft: DraftStep,
  announced: ({ round }) => <p>{t('rounds.next.announced', { when: deadline(round.opensAt!) })}</p>,
  open: OpenStep,
  sealed: SealedStep,
  published: PublishedStep,
  ended: EndedStep,
}

/** What curators can do in this state of the round. */
export function NextStep({ round }: Props) {
  const Step = round.isKeyLost ? KeyLostStep : steps[round.state]
  return (
    <section class="card stack" aria-labelledby="next">
      <h2 id="next">{t('rounds.next')}</h2>
      <Step round={round} />
    </section>
  )
}
