import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty, Failed } from '#ui/states.tsx'

/** The error of a page; `sign_in_again` (a recent sign-in is required) gets a sign-in button. */
export function PageProblem({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error instanceof ProblemError && error.problem.code === 'sign_in_again')
    return (
      <div role="alert">
        <Empty icon="shield" title={t('again.title')} action={<Button onClick={() => void signIn()}>{t('signIn')}</Button>}>
          {t('again.text')}
        </Empty>
      </div>
    )
  return <Failed error={error} onRetry={onRetry} />
}
