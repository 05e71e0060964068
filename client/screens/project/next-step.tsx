import { t } from '#client/texts/index.ts'
import type { Project } from '#contract/project.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isOnline } from '#ui/online.ts'
import { signIn } from '#ui/session.ts'
import { useNextStep } from './use-next-step.ts'

/** The call to action, sticky at the bottom; or why the person cannot apply. */
export function NextStep({ project }: { project: Project }) {
  const step = useNextStep(project)
  if (step === null) return null
  const { text, to, isSignIn } = step
  if (project.status === 'completed' && !to) return null // the screen already says that it is finished
  return (
    <aside class={to || isSignIn ? 'card next-step is-sticky' : 'card next-step'} aria-label={t('next.label')}>
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
