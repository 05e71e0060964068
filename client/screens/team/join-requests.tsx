import { onlineOnly } from '#client/parts/online-only.ts'
import { useRestoredFocus } from '#client/parts/restored-focus.ts'
import { t } from '#client/texts.ts'
import { answerJoinRequest } from '#contract/invitation.ts'
import type { JoinRequest, TeamPage } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useRoleName } from '#ui/role-name.ts'
import { call } from '#ui/server/api.ts'
import { ago } from '#ui/time/format.ts'

function Request({ request: { id, person, message, createdAt }, mayAccept }: { request: JoinRequest; mayAccept: boolean }) {
  const { act, error, isBusy } = useAct()
  const roleName = useRoleName()
  const { name } = person
  const answer = (isAccepted: boolean) =>
    act(() => call(answerJoinRequest, { params: { id: String(id) }, body: { isAccepted } }), {
      done: isAccepted ? t('team.accepted', { name }) : t('team.declinedRequest'),
    })
  return (
    <li class="person-row">
      <Avatar name={name} src={person.avatar} />
      <div>
        <p dir="auto">{name}</p>
        <p class="soft" dir="auto">
          {[person.roles.map(roleName).join(', '), t('team.asked', { when: ago(createdAt) })].filter(Boolean).join(' · ')}
        </p>
        {message && (
          <p dir="auto">
            <q>{message}</q>
          </p>
        )}
        <ErrorMessage of={error} />
      </div>
      <div class="row">
        {mayAccept && (
          <Button isBusy={isBusy} aria-label={t('team.acceptOf', { name })} {...onlineOnly()} onClick={() => void answer(true)}>
            {t('team.accept')}
          </Button>
        )}
        <Button look="plain" aria-label={t('team.declineOf', { name })} {...onlineOnly()} onClick={() => void answer(false)}>
          {t('team.decline')}
        </Button>
      </div>
    </li>
  )
}

/** Requests to join that await an answer; nothing when there are none. */
export function JoinRequests({ team: { joinRequests, actions, disbanding } }: { team: TeamPage }) {
  const { box, heading } = useRestoredFocus<HTMLElement>()
  if (joinRequests.length === 0) return null
  return (
    <section aria-labelledby="join-requests" class="team-part" ref={box}>
      <h2 id="join-requests" ref={heading} tabIndex={-1}>
        {t('team.requestsToJoin')}
      </h2>
      {disbanding === null && actions.answer.why && <p class="soft">{actions.answer.why}</p>}
      <ul class="rows">
        {joinRequests.map((request) => (
          <Request key={request.id} request={request} mayAccept={actions.answer.isAllowed} />
        ))}
      </ul>
    </section>
  )
}
