import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { onlineOnly } from '#client/parts/online-only.ts'
import { pathTo } from '#client/routes.ts'
import { AskDialog } from '#client/screens/teams/ask-dialog.tsx'
import { CancelRequest, statusOf } from '#client/screens/teams/own-requests.tsx'
import { t } from '#client/texts.ts'
import { answerInvitation } from '#contract/invitation.ts'
import type { TeamPage } from '#contract/team.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { WantedList } from './wanted.tsx'

function Invited({ team, invitation }: { team: TeamPage; invitation: number }) {
  const [, go] = useLocation()
  const { act, error, isBusy } = useAct()
  const answer = (isAccepted: boolean) =>
    act(
      async () => {
        await call(answerInvitation, { params: { id: String(invitation) }, body: { isAccepted } })
        if (!isAccepted) go(pathTo('my'), { replace: true })
      },
      { done: isAccepted ? t('invitation.joined', { team: team.name }) : t('received.declined'), isEverywhere: true },
    )
  return (
    <>
      <ErrorMessage of={error} />
      <div class="row">
        <Button isBusy={isBusy} {...onlineOnly()} onClick={() => void answer(true)}>
          {t('invitation.join')}
        </Button>
        <Button look="plain" {...onlineOnly()} onClick={() => void answer(false)}>
          {t('received.decline')}
        </Button>
      </div>
    </>
  )
}

/** A team that looks for people, as others see it: without its members. */
export function Visitor({ team }: { team: TeamPage }) {
  const [isAsking, setIsAsking] = useState(false)
  const { own, actions } = team
  const isWaiting = own.joinRequest?.status === 'open'
  return (
    <div class="stack">
      {team.isLooking && (
        <p>
          <span class="badge badge-open">{t('looking.badge')}</span>
        </p>
      )}
      {team.description && <p dir="auto">{team.description}</p>}
      <p class="soft">{t('team.size', { count: team.size, most: team.mostMembers })}</p>
      {team.wantedRoles.length > 0 && (
        <section aria-labelledby="wanted" class="team-part">
          <h2 id="wanted">{t('wanted.title')}</h2>
          <WantedList team={team} />
        </section>
      )}
      <p class="soft">{t('team.visitor')}</p>
      {own.invitation !== null ? (
        <Invited team={team} invitation={own.invitation} />
      ) : isWaiting ? (
        <div class="row">
          <span class="badge badge-submitted">{statusOf(own.joinRequest!)}</span>
          <CancelRequest request={own.joinRequest!} />
        </div>
      ) : actions.askToJoin.isAllowed ? (
        <div>
          <Button {...onlineOnly()} onClick={() => setIsAsking(true)}>
            {t('find.ask')}
          </Button>
        </div>
      ) : (
        <p class="notice">{actions.askToJoin.why}</p>
      )}
      <AskDialog team={isAsking ? team : null} onClose={() => setIsAsking(false)} />
    </div>
  )
}
