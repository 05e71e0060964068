import { useEffect, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useAct, withIdempotencyKey } from '#console/parts/act.ts'
import { DecisionDialog, type DecisionInput } from '#console/parts/decision-dialog.tsx'
import { useNow } from '#console/parts/now.ts'
import { UndoButton } from '#console/parts/undo.tsx'
import { pathTo } from '#console/routes.ts'
import { placesInWords } from '#console/screens/requests/card.tsx'
import { t } from '#console/texts/index.ts'
import { listConsoleRequests, type ReviewRequest } from '#contract/console/request.ts'
import { decideRequest } from '#contract/request.ts'
import { call } from '#ui/api.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { moment } from '#ui/format.ts'
import { useCall } from '#ui/query.ts'

type Kind = 'approve' | 'decline'

type Props = { request: ReviewRequest; isOpen: boolean; setIsOpen(isOpen: boolean): void }

function Deciding({ request, isOpen, setIsOpen }: Props) {
  const [kind, setKind] = useState<Kind>('approve')
  const { act, isBusy, error, clear } = useAct()
  const open = (decision: Kind) => {
    setKind(decision)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    clear()
  }
  const decide = async ({ reason, comment }: DecisionInput) => {
    const input = { params: { id: String(request.id) }, body: { decision: kind, reason, comment }, ...withIdempotencyKey() }
    const done = t(kind === 'approve' ? 'requests.approved' : 'requests.declined')
    if (await act(() => call(decideRequest, input), { done, isQuiet: true })) setIsOpen(false)
  }
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
        {kind === 'approve' && isFull && <p class="decision-full">{t('requests.approve.full')}</p>}
      </DecisionDialog>
    </>
  )
}

/** The undo button with a countdown. */
function Undoable({ request, until, onOver }: { request: ReviewRequest; until: number; onOver(): void }) {
  const left = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  useEffect(() => {
    if (left === 0) onOver()
  }, [left === 0])
  if (left === 0) return null
  return (
    <>
      <UndoButton request={request} look="main" />
      <span class="soft">
        {t('requests.undo.left')}{' '}
        <span class="countdown" role="timer">
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </span>
      </span>
    </>
  )
}

function Next({ id }: { id: number }) {
  const query = { status: 'submitted' as const, pageSize: '2' }
  const { answer } = useCall(listConsoleRequests, { query }, { isPrivate: true, isSaved: false })
  const next = answer?.requests.find((one) => one.id !== id)
  if (!answer) return null
  return next ? (
    <ButtonLink look="soft" to={pathTo('request', { id: next.id })}>
      {t('requests.next')}
    </ButtonLink>
  ) : (
    <span class="soft">{t('requests.noNext')}</span>
  )
}

export function Decision({ request, onOver }: { request: ReviewRequest; onOver(): void }) {
  const { status, decidedAt, updatedAt, reason, comment, undoUntil } = request
  const section = useRef<HTMLElement>(null)
  const before = useRef(status)
  const [isDeciding, setIsDeciding] = useState(false)
  useEffect(() => {
    if (isDeciding) return
    if (before.current !== status) section.current?.focus() // the pressed buttons are gone
    before.current = status
  }, [status, isDeciding])
  return (
    <section class="card stack decision" ref={section} tabIndex={-1} aria-label={t(`requests.one.${status}` as 'requests.one.submitted')}>
      <div class="row" role="status">
        <span class={`badge badge-${status}`}>{t(`requests.one.${status}` as 'requests.one.submitted')}</span>
        {status !== 'submitted' && <span class="soft">{moment(decidedAt ?? updatedAt)}</span>}
      </div>
      <p>
        <Link class="decision-project" href={pathTo('project', { id: request.projectId })}>
          <bdi>{request.projectName}</bdi>
        </Link>
        {status === 'submitted' && (
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
      {status === 'submitted' || isDeciding ? (
        <Deciding request={request} isOpen={isDeciding} setIsOpen={setIsDeciding} />
      ) : (
        <div class="row">
          {undoUntil && <Undoable key={undoUntil} request={request} until={Date.parse(undoUntil)} onOver={onOver} />}
          <Next id={request.id} />
        </div>
      )}
    </section>
  )
}
