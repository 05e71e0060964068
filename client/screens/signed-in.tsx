import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { finishSignIn, type Return, signIn } from '#ui/session/sign-in.ts'
import { isWelcomed } from '#ui/settings.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

type Refusal = Extract<Return, { refusal: string }>['refusal']

// The code works once: a remount must not exchange it again.
let pending: Promise<Return> | undefined

export function SignedIn() {
  const [, go] = useLocation()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isDone, setIsDone] = useState(false)
  useEffect(() => {
    pending ??= finishSignIn(location.search)
    pending.then((outcome) => {
      pending = undefined
      if ('refusal' in outcome) return setRefusal(outcome.refusal)
      isWelcomed.value = true
      if (outcome.returnTo === null) {
        setIsDone(true)
        return window.close() // browsers may refuse
      }
      // The console is another app on this origin: full page load.
      if (outcome.returnTo.startsWith('/console')) location.replace(outcome.returnTo)
      else go(outcome.returnTo, { replace: true })
    })
  }, [])
  if (isDone)
    return (
      <>
        <Title>{t('signedIn.done')}</Title>
        <p role="status">{t('signedIn.close')}</p>
      </>
    )
  return (
    <>
      <Title>{t(refusal === null ? 'signedIn.title' : 'signedIn.refused')}</Title>
      {refusal === null ? (
        <Loading />
      ) : (
        <div role="alert">
          <Empty
            icon="warning"
            title={t(`signedIn.${refusal}`)}
            action={
              <>
                <Button onClick={() => void signIn(paths.projects)}>{t('signedIn.again')}</Button>
                <ButtonLink look="plain" to={paths.projects}>
                  {t('welcome.guest')}
                </ButtonLink>
              </>
            }
          />
        </div>
      )}
    </>
  )
}
