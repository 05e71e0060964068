import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { AskCurators } from '#client/parts/ask-curators.tsx'
import { onlineOnly } from '#client/parts/online-only.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { cancelLeave, disbandTeam, LONGEST_NOTE, leaveTeam, requestLeave, type TeamPage } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { ago, clock } from '#ui/time/format.ts'
import { undo } from './undo.ts'

function AskLeave({ team, isOpen, onClose }: { team: TeamPage; isOpen: boolean; onClose(): void }) {
  const [message, setMessage] = useState('')
  const { act, error, isBusy, clear } = useAct({ hasText: true })
  useEffect(() => {
    setMessage('')
    clear()
  }, [isOpen])
  const send = () =>
    act(
      async () => {
        await call(requestLeave, { params: { id: String(team.id) }, body: { message: message.trim() || null } })
        onClose()
      },
      { done: t('team.askedLeave') },
    )
  return (
    <FormDialog
      title={t('team.askLeave')}
      isOpen={isOpen}
      isDirty={message.trim() !== ''}
      onClose={onClose}
      submit={t('team.askLeave.send')}
      button={onlineOnly()}
      isBusy={isBusy}
      onSubmit={send}
    >
      <p>{t(team.actions.leave.code === 'team_in_closed_round' ? 'team.askLeave.round' : 'team.askLeave.text')}</p>
      <TextArea
        label={t('team.askLeave.message')}
        hint={t('team.askLeave.hint')}
        rows={3}
        maxLength={LONGEST_NOTE}
        dir="auto"
        value={message}
        onInput={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <ErrorMessage of={error} />
    </FormDialog>
  )
}

/** The request to leave that awaits a curator's answer. */
function WaitingLeave({ team }: { team: TeamPage }) {
  const { act, error, isBusy } = useAct()
  const cancel = () => act(() => call(cancelLeave, { params: { id: String(team.id) } }), { done: t('team.cancelledLeave') })
  return (
    <div class="card stack">
      <p>{t('team.waitsLeave', { when: ago(team.own.leaveRequest!.createdAt) })}</p>
      <ErrorMessage of={error} />
      <div>
        <Button look="plain" isBusy={isBusy} {...onlineOnly()} onClick={() => void cancel()}>
          {t('team.cancelLeave')}
        </Button>
      </div>
    </div>
  )
}

/** Leave, ask a curator to leave, disband. */
export function EndTeam({ team }: { team: TeamPage }) {
  const [, go] = useLocation()
  const [asking, setAsking] = useState<'leave' | 'askToLeave' | 'disband' | null>(null)
  const { name, actions, own, members } = team
  const params = { id: String(team.id) }
  const { act, error, isBusy, clear } = useAct()
  const close = () => {
    setAsking(null)
    clear()
  }
  const leave = () =>
    act(async () => {
      const { isDisbanded } = await call(leaveTeam, { params })
      close()
      tell(t(isDisbanded ? 'team.leftLast' : 'team.left', { team: name }), undefined, undefined, true)
      go(paths.my, { replace: true })
    })
  const disband = () =>
    act(async () => {
      const { takesEffectAt } = await call(disbandTeam, { params })
      close()
      if (!takesEffectAt) {
        tell(t('team.disbanded'), undefined, undefined, true)
        go(paths.my, { replace: true })
      } else
        tell(
          t('team.disbanding', { time: clock(takesEffectAt) }),
          { label: w('undo'), run: () => void undo(team.id, t('team.staysUndone')) },
          10_000,
        )
    })
  const asked = { isBusy, error, isDangerous: true, isDisabled: !isOnline.value, onClose: close }
  const isLast = members.length === 1
  const isOnlyAdmin = own.isAdministrator && members.filter((one) => one.isAdministrator).length === 1
  const isDisbandOffered = own.isAdministrator && team.disbanding === null && actions.disband.code !== 'teams_by_curators_only'
  return (
    <section aria-labelledby="end-team" class="team-part">
      <h2 id="end-team">{t(own.isAdministrator ? 'team.manageTeam' : 'team.membership')}</h2>
      {own.leaveRequest ? (
        <WaitingLeave team={team} />
      ) : (
        <>
          {!actions.leave.isAllowed && <p class="soft">{(actions.askToLeave.isAllowed ? actions.leave : actions.askToLeave).why}</p>}
          <div class="row team-actions">
            {actions.leave.isAllowed ? (
              <Button look="plain" icon="leave" {...onlineOnly()} onClick={() => setAsking('leave')}>
                {t('team.leave')}
              </Button>
            ) : actions.askToLeave.isAllowed ? (
              <Button look="plain" icon="leave" {...onlineOnly()} onClick={() => setAsking('askToLeave')}>
                {t('team.askLeave')}
              </Button>
            ) : (
              <AskCurators />
            )}
            {isDisbandOffered && actions.disband.isAllowed && (
              <Button look="danger" {...onlineOnly()} onClick={() => setAsking('disband')}>
                {t('team.disband')}
              </Button>
            )}
          </div>
        </>
      )}
      {isDisbandOffered && !actions.disband.isAllowed && actions.disband.code === 'team_has_requests' && (
        <p class="soft">{actions.disband.why}</p>
      )}
      <Confirm title={t('team.leave.title', { team: name })} yes={t('team.leave')} isOpen={asking === 'leave'} {...asked} onYes={leave}>
        <p>{t('team.leave.text')}</p>
        {(isLast || isOnlyAdmin) && <p>{t(isLast ? 'team.leave.last' : 'team.leave.admin')}</p>}
      </Confirm>
      <Confirm
        title={t('team.disband.title', { team: name })}
        yes={t('team.disband')}
        isOpen={asking === 'disband'}
        {...asked}
        onYes={disband}
      >
        <p>{t('team.disband.text')}</p>
        <p>{t('team.disband.undo')}</p>
      </Confirm>
      <AskLeave team={team} isOpen={asking === 'askToLeave'} onClose={close} />
    </section>
  )
}

/** The notice that the team is going to be disbanded, with the way back for team admins. */
export function Disbanding({ team }: { team: TeamPage }) {
  const { disbanding, own } = team
  if (disbanding === null) return null
  return (
    <div class="notice" role="status">
      <p>
        <strong>{t('team.disbanding', { time: clock(disbanding.takesEffectAt) })}</strong>{' '}
        {disbanding.by !== null && t('team.disbanding.by', { name: disbanding.by })}
      </p>
      {own.isAdministrator && (
        <button type="button" {...onlineOnly()} onClick={() => void undo(team.id, t('team.staysUndone'))}>
          {w('undo')}
        </button>
      )}
    </div>
  )
}
