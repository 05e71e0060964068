import { useLocation } from 'wouter-preact'
import { onlineOnly } from '#client/parts/online-only.ts'
import { useRestoredFocus } from '#client/parts/restored-focus.ts'
import { pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { answerInvitation, listInvitations, type ReceivedInvitation } from '#contract/invitation.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { deadline } from '#ui/time/format.ts'
import { RoleChips } from './parts.tsx'

function InvitationCard({ invitation: { id, team, inviter, message, expiresAt } }: { invitation: ReceivedInvitation }) {
  const [, go] = useLocation()
  const { act, error, isBusy } = useAct()
  const answer = (body: { isAccepted: boolean; neverInvite?: boolean }) => call(answerInvitation, { params: { id: String(id) }, body })
  const accept = async () => {
    const told = { done: t('invitation.joined', { team: team.name }), isEverywhere: true }
    if (await act(() => answer({ isAccepted: true }), told)) go(pathTo('team', { id: team.id }))
  }
  const decline = (neverInvite: boolean) =>
    act(() => answer({ isAccepted: false, neverInvite }), { done: t(neverInvite ? 'received.neverDone' : 'received.declined') })
  const until = deadline(expiresAt)
  return (
    <li class="team-card">
      <h3 dir="auto">{team.name}</h3>
      <p class="soft" dir="auto">
        {inviter === null ? t('received.byTeam', { day: until }) : t('received.by', { name: inviter, day: until })}
      </p>
      {message && (
        <p dir="auto">
          <q>{message}</q>
        </p>
      )}
      {team.description && (
        <p class="team-card-text" dir="auto">
          {team.description}
        </p>
      )}
      {team.missingRoles.length > 0 && <RoleChips roles={team.missingRoles} label={t('invitation.missing')} />}
      <ErrorMessage of={error} />
      <div class="row">
        <Button isBusy={isBusy} aria-label={t('received.acceptOf', { team: team.name })} {...onlineOnly()} onClick={() => void accept()}>
          {t('received.accept')}
        </Button>
        <Button
          look="plain"
          aria-label={t('received.declineOf', { team: team.name })}
          {...onlineOnly()}
          onClick={() => void decline(false)}
        >
          {t('received.decline')}
        </Button>
      </div>
      <div>
        <button type="button" class="text-button" {...onlineOnly()} onClick={() => void decline(true)}>
          {t('received.never')}
        </button>
      </div>
    </li>
  )
}

/** Open invitations of the person. */
export const useReceived = (): ReceivedInvitation[] => useCall(listInvitations, undefined, { isPrivate: true }).answer?.invitations ?? []

/** Nothing when there are none. */
export function ReceivedInvitations() {
  const invitations = useReceived()
  const { box, heading } = useRestoredFocus<HTMLElement>()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="received" class="team-part" ref={box}>
      <h2 id="received" ref={heading} tabIndex={-1}>
        {t('received.title', { count: invitations.length })}
      </h2>
      <ul class="bare team-cards">
        {invitations.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}
