import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { Empty } from '#ui/states.tsx'

/** Why no email is shown: administrators only, not found, or another error. */
export function MailTrouble({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const code = error instanceof ProblemError ? error.problem.code : null
  if (code === 'not_permitted')
    return (
      <Empty
        icon="shield"
        title={t('mail.onlyAdministrators.title')}
        action={<ButtonLink to={pathTo('people', {}, { access: 'administrator' })}>{t('mail.administrators')}</ButtonLink>}
      >
        {t('mail.onlyAdministrators.text')}
      </Empty>
    )
  if (code === 'mail_not_found')
    return (
      <Empty icon="mail" title={t('mail.gone.title')} action={<ButtonLink to={paths.mail}>{t('mail.toList')}</ButtonLink>}>
        {t('mail.gone.text')}
      </Empty>
    )
  return <PageProblem error={error} onRetry={onRetry} />
}
