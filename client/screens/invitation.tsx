import { useLocation } from 'wouter-preact'
import { paths, pathTo } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { acceptInvitation, getInvitation, type Invitation } from '#contract/invitation.ts'
import { useAct } from '#ui/act/act.ts'
import { ErrorMessage } from '#ui/act/error-message.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Illustration } from '#ui/illustration/illustration.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'
import { session } from '#ui/session/session.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty, Failed, isFinal, Loading, reasonOf } from '#ui/states.tsx'
import { deadline } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { RoleChips } from './teams/parts.tsx'

/** Joins, or says why not. A guest signs in first and returns to this page. */
function Action({ token, invitation: { team, isMember, why } }: { token: string; invitation: Invitation }) {
  const [, go] = useLocation()
  const { act, error, isBusy } = useAct()
  const join = () =>
    act(
      async () => {
        const joined = await call(acceptInvitation, { params: { token } })
        go(pathTo('team', { id: joined.team }), { replace: true })
        return joined
      },
      { done: ({ name }) => t('invitation.joined', { team: name }), isEverywhere: true },
    )
  if (session.value.state === 'guest')
    return (
      <>
        <Button isWide disabled={!isOnline.value} onClick={() => void signIn()}>
          {t('invitation.signIn')}
        </Button>
        <p class="soft">{t(isOnline.value ? 'invitation.signIn.text' : 'onlyOnline')}</p>
      </>
    )
  if (isMember)
    return (
      <>
        <p>{t('invitation.member')}</p>
        <ButtonLink isWide to={team.id === null ? paths.my : pathTo('team', { id: team.id })}>
          {t('invitation.open')}
        </ButtonLink>
      </>
    )
  return (
    <>
      <ErrorMessage of={error} />
      {why !== null && error === null && <p class="notice">{why}</p>}
      <Button isWide isBusy={isBusy} disabled={!isOnline.value || why !== null} onClick={() => void join()}>
        {t('invitation.join')}
      </Button>
      <ButtonLink isWide look="plain" to={paths.projects}>
        {t('invitation.later')}
      </ButtonLink>
      {!isOnline.value && <p class="soft">{t('onlyOnline')}</p>}
    </>
  )
}

export function InvitationScreen({ token }: { token: string }) {
  // Not saved on the device: the token lets people join.
  const { answer, isLoading, error, retry } = useCall(getInvitation, { params: { token } }, { isSaved: false })
  if (isLoading || (!answer && !error))
    return (
      <>
        <Title>{t('invitation.title')}</Title>
        <Loading lines={5} />
      </>
    )
  if (!answer || error)
    return (
      <>
        <Title>{t('invitation.title')}</Title>
        {isFinal(error) ? (
          <Empty icon="mail" title={reasonOf(error).title} action={<ButtonLink to={paths.findTeam}>{t('teams.find')}</ButtonLink>}>
            {reasonOf(error).detail}
          </Empty>
        ) : (
          <Failed error={error} onRetry={retry} />
        )}
      </>
    )
  const { team, inviter, expiresAt } = answer
  return (
    <>
      <Title>{t('invitation.title')}</Title>
      <article class="invitation">
        <Illustration name="team" />
        <p dir="auto">{inviter === null ? t('invitation.byTeam') : t('invitation.by', { name: inviter })}</p>
        <h2 dir="auto">{team.name}</h2>
        {team.description && <p dir="auto">{team.description}</p>}
        <p class="soft">
          {t('team.size', { count: team.size, most: team.mostMembers })} · {t('invitation.until', { day: deadline(expiresAt) })}
        </p>
        {team.missingRoles.length > 0 && (
          <>
            <p class="soft">{t('invitation.missing')}</p>
            <RoleChips roles={team.missingRoles} label={t('invitation.missing')} />
          </>
        )}
        <div class="invitation-act">
          <Action token={token} invitation={answer} />
        </div>
      </article>
    </>
  )
}
