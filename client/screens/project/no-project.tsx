import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { Empty, Failed } from '#ui/states.tsx'

/** Error state of a project; no retry button after a 404. */
export const NoProject = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error instanceof ProblemError && error.problem.status === 404 ? (
    <Empty icon="place" title={t('project.gone')} action={<ButtonLink to={paths.projects}>{t('project.toList')}</ButtonLink>}>
      {t('project.goneText')}
    </Empty>
  ) : (
    <Failed error={error} onRetry={onRetry} />
  )
