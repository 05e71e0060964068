import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { When } from '#console/parts/when.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { answerLeaveRequest, type ConsoleLeaveRequest } from '#contract/console/team-formation.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import './card.css'

const badges = { open: 'submitted', agreed: 'approved', declined: 'declined', cancelled: 'left', ended: 'left' } as const

/** A request to leave a team, with its answer. */
export function LeaveRequestCard({ request, isOnTeam = false }: { request: ConsoleLeaveRequest; isOnTeam?: boolean }) {
  const { id, team, project, person, message, status, createdAt, endedAt, answeredBy } = request
  const [asked, setAsked] = useState<'agree' | 'decline' | null>(null)
  const { act, isBusy, error, clear } = useAct()
  const open = (what: typeof asked) => {
    clear()
    setAsked(what)
  }
  const answer = async (isAgreed: boolean) => {
    const done = t(isAgreed ? 'leave.agreed' : 'leave.declined', { name: person.name, team: team.name })
    if (await act(() => call(answerLeaveRequest, { params: { id: String(id) }, body: { isAgreed } }), { done })) setAsked(null)
  }
  // Several cards have the same buttons: their names say of whom.
  const button = (key: 'leave.agree' | 'leave.decline') => ({
    'aria-label': t('leave.to', { action: t(key), name: person.name }),
    children: t(key),
    disabled: !isOnline.value,
  })
  return (
    <li class="card leave-request">
      <p class="row">
        <span class={`badge badge-${badges[status]}`}>{t(`leave.status.${status}`)}</span>
        {status === 'open' && <Age since={createdAt} />}
      </p>
      <p>
        <Link href={pathTo('person', { id: person.id })} dir="auto">
          {person.name}
        </Link>
        {!isOnTeam && (
          <>
            {' · '}
            <Link href={pathTo('team', { id: team.id })} dir="auto">
              {team.name}
            </Link>{' '}
            <span class="soft">{t('leave.size', { count: team.size })}</span>
          </>
        )}
      </p>
      {project && (
        <p class="soft">
          {t('teams.project')}: <bdi>{project.name}</bdi>
        </p>
      )}
      {message && (
        <p class="leave-message" dir="auto">
          {message}
        </p>
      )}
      {endedAt && (
        <p class="soft">
          {answeredBy && (
            <>
              <bdi>{answeredBy}</bdi>
              {' · '}
            </>
          )}
          <When at={endedAt} />
        </p>
      )}
      {status === 'open' && (
        <div class="row">
          <Button {...button('leave.agree')} onClick={() => open('agree')} />
          <Button look="soft" {...button('leave.decline')} onClick={() => open('decline')} />
        </div>
      )}
      <Confirm
        title={t(asked === 'decline' ? 'leave.decline.title' : 'leave.agree.title', { name: person.name, team: team.name })}
        isOpen={asked !== null}
        isBusy={isBusy}
        error={error}
        yes={t(asked === 'decline' ? 'leave.decline.yes' : 'leave.agree.yes')}
        onYes={() => void answer(asked === 'agree')}
        onClose={() => open(null)}
      >
        <p>
          {t(asked === 'decline' ? 'leave.decline.text' : team.size === 1 ? 'leave.agree.last' : 'leave.agree.text', { name: person.name })}
        </p>
      </Confirm>
    </li>
  )
}
