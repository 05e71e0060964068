import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isOnline } from '#ui/server/online.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { useNextStep } from './use-next-step.ts'

/** The call to action, or why there is none. It stays visible while the page is scrolled. */
export function NextStep({ project }: { project: Project }) {
  const step = useNextStep(project)
  if (step === null) return <div class="next-step" aria-hidden="true" />
  const { title, text, to, isSignIn, isSecondary, isObstacle } = step
  return (
    <aside class={isObstacle ? 'next-step is-obstacle' : 'next-step'} aria-label={t('next.label')}>
      <p>
        <strong>{title}</strong>
        <span class="soft">{isSignIn && !isOnline.value ? t('onlyOnline') : text}</span>
      </p>
      {to && (
        <ButtonLink to={to.path} look={isSecondary ? 'soft' : 'main'}>
          {to.label}
        </ButtonLink>
      )}
      {isSignIn && (
        <Button disabled={!isOnline.value} onClick={() => void signIn()}>
          {t('next.signIn')}
        </Button>
      )}
    </aside>
  )
}
