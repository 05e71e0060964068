import { useEffect, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { DecisionDialog, type DecisionInput } from '#console/parts/decision/decision-dialog.tsx'
import { remember } from '#console/parts/decision/last-decision.ts'
import { UndoButton } from '#console/parts/decision/undo.tsx'
import { useEffectText } from '#console/parts/decision/undo-time.ts'
import { useNow } from '#console/parts/now.ts'
import { paths, pathTo } from '#console/routes.ts'
import { placesInWords } from '#console/screens/requests/card.tsx'
import { DeclineDialog } from '#console/screens/requests/decline-dialog.tsx'
import { t } from '#console/texts.ts'
import { applyDecision, listConsoleRequests, type ReviewRequest } from '#contract/console/request.ts'
import { decideRequest } from '#contract/request.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { moment } from '#ui/time/format.ts'

type Kind = 'approve' | 'decline'

type Props = { request: ReviewRequest; isOpen: boolean; setIsOpen(isOpen: boolean): void }

function Deciding({ request, isOpen, setIsOpen }: Props) {
  const [kind, setKind] = useState<Kind>('approve')
  const { act, isBusy, error, clear } = useAct({ hasText: true })
  const open = (decision: Kind) => {
    setKind(decision)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    clear()
  }
  const decide = async ({ reason, comment }: DecisionInput) => {
    const input = { params: { id: String(request.id) }, body: { decision: kind, reason, comment } }
    const done = t(kind === 'approve' ? 'requests.approved' : 'requests.declined')
    if (!(await act(() => call(decideRequest, input), { done }))) return
    remember([request.id])
    setIsOpen(false)
  }
  const effect = useEffectText()
  const isFull = request.freePlaces === 0
  const names = { team: request.teamName, project: request.projectName }
  return (
    <>
      <p class="soft">{t('requests.waitsSince', { when: moment(request.createdAt) })}</p>
      {isFull && <p class="decision-full">{t('requests.approve.full')}</p>}
      <div class="row">
        <Button icon="check" onClick={() => open('approve')}>
          {t('requests.approve')}
        </Button>
        <Button icon="close" look="danger" onClick={() => open('decline')}>
          {t('requests.decline')}
        </Button>
      </div>
      <DecisionDialog
        decision={kind}
        title={t(`requests.${kind}.title`, names)}
        isOpen={isOpen}
        isBusy={isBusy}
        error={error}
        onDecide={(input) => void decide(input)}
        onClose={close}
      >
        <p dir="auto">{t(`requests.${kind}.text`, names)}</p>
        <p>{effect}</p>
        {kind === 'approve' && isFull && <p class="decision-full">{t('requests.approve.full')}</p>}
      </DecisionDialog>
    </>
  )
}

/** A decision that has not taken effect: when it will, and how to undo it or not to wait. */
function Pending({ request, until, onOver }: { request: ReviewRequest; until: number; onOver(): void }) {
  const { act, isBusy } = useAct({ isToast: true })
  const left = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  useEffect(() => {
    if (left === 0) onOver()
  }, [left === 0])
  const apply = () => act(() => call(applyDecision, { params: { id: String(request.id) } }), { done: t('requests.effective') })
  return (
    <>
      <UndoButton request={request} />
      <Button look="soft" isBusy={isBusy} onClick={() => void apply()}>
        {t('requests.applyNow')}
      </Button>
      <span class="soft">
        {left === 0 ? (
          t(request.problem === null ? 'requests.pending.late' : 'requests.pending.problem')
        ) : (
          <>
            {t('requests.pending.left')}{' '}
            <span class="countdown" role="timer">
              {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
            </span>
          </>
        )}
      </span>
    </>
  )
}

/** The next application for the same project, or the oldest one. */
function Next({ request: { id, project } }: { request: ReviewRequest }) {
  const query = { status: 'submitted' as const, pageSize: '2' }
  const options = { isPrivate: true, isSaved: false }
  const { answer } = useCall(listConsoleRequests, { query }, options)
  const { answer: sameProject } = useCall(listConsoleRequests, { query: { ...query, project } }, options)
  if (!answer || !sameProject) return null
  const next = [...sameProject.requests, ...answer.requests].find((one) => one.id !== id)
  return next ? (
    <ButtonLink to={pathTo('request', { id: next.id })}>{t('requests.next')}</ButtonLink>
  ) : (
    <span class="soft">{t('requests.noNext')}</span>
  )
}

/** After the last place was given away. */
function DeclineOthers({ others }: { others: ReviewRequest[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div class="row">
      <span class="soft">{t('requests.declineOthers.text')}</span>
      <Button look="soft" onClick={() => setIsOpen(true)}>
        {t('requests.declineOthers', { count: others.length })}
      </Button>
      <DeclineDialog requests={others} isOpen={isOpen} onClose={close} onDone={close} />
    </div>
  )
}

type DecisionProps = { request: ReviewRequest; others: ReviewRequest[]; onOver(): void }

/** `others`: applications for the same project that await a decision. */
export function Decision({ request, others, onOver }: DecisionProps) {
  const { status, round, decidedAt, updatedAt, reason, comment, undoUntil } = request
  const name =
    round !== null && status === 'submitted' ? t('teams.request.choice') : t(`requests.one.${status}` as 'requests.one.submitted')
  const section = useRef<HTMLElement>(null)
  const before = useRef(status)
  const [isDeciding, setIsDeciding] = useState(false)
  useEffect(() => {
    if (isDeciding) return
    if (before.current !== status) section.current?.focus() // the pressed buttons are gone
    before.current = status
  }, [status, isDeciding])
  return (
    <section class="card stack decision" ref={section} tabIndex={-1} aria-label={name}>
      <div class="row" role="status">
        <span class={`badge badge-${status}`}>{name}</span>
        {status !== 'submitted' && <span class="soft">{moment(decidedAt ?? updatedAt)}</span>}
        {request.isAnswerAwaited && <span class="badge badge-active">{t('ask.waiting')}</span>}
      </div>
      <p>
        <Link class="decision-project" href={pathTo('project', { id: request.projectId })}>
          <bdi>{request.projectName}</bdi>
        </Link>
        {status === 'submitted' && round === null && (
          <span class="soft">
            {' · '}
            {placesInWords(request.freePlaces)}
            {request.rivals > 0 && ` · ${t('requests.otherApplications', { count: request.rivals })}`}
          </span>
        )}
      </p>
      {reason && <p dir="auto">{reason}</p>}
      {comment && (
        <p class="request-message" dir="auto">
          {comment}
        </p>
      )}
      {/* An open dialog stays when somebody else decides first: the server refuses the second decision. */}
      {round !== null && status === 'submitted' ? (
        <p>
          {t('requests.choice')} <Link href={paths.rounds}>{t('rounds.title')}</Link>
        </p>
      ) : status === 'submitted' || isDeciding ? (
        <Deciding request={request} isOpen={isDeciding} setIsOpen={setIsDeciding} />
      ) : (
        <div class="row">
          <Next request={request} />
          {undoUntil && <Pending key={undoUntil} request={request} until={Date.parse(undoUntil)} onOver={onOver} />}
        </div>
      )}
      {status === 'approved' && request.freePlaces === 0 && others.length > 0 && <DeclineOthers others={others} />}
    </section>
  )
}
