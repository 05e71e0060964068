import { t } from '#client/texts/index.ts'
import type { Project } from '#contract/project.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isOnline } from '#ui/online.ts'
import { signIn } from '#ui/session.ts'
import { useNextStep } from './use-next-step.ts'

/** The one thing to do now, always at hand at the bottom; or why there is nothing to do. */
export function NextStep({ project }: { project: Project }) {
  const step = useNextStep(project)
  if (step === null) return null
  const { text, to, isSignIn } = step
  if (project.status === 'completed' && !to) return null // the head of the screen has said it
  return (
    <aside class={to || isSignIn ? 'card next-step is-held' : 'card next-step'} aria-label={t('next.label')}>
      <p>{isSignIn && !isOnline.value ? t('onlyOnline') : text}</p>
      {to && <ButtonLink to={to.path}>{to.label}</ButtonLink>}
      {isSignIn && (
        <Button disabled={!isOnline.value} onClick={() => void signIn()}>
          {t('next.signIn')}
        </Button>
      )}
    </aside>
  )
}
