import { PageProblem } from '#console/parts/problem.tsx'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ProblemError } from '#ui/server/api.ts'
import { Empty } from '#ui/states.tsx'

/** Why no person is shown: administrators only, not found, or another error. */
export function PersonTrouble({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const code = error instanceof ProblemError ? error.problem.code : null
  if (code === 'not_permitted')
    return (
      <Empty
        icon="shield"
        title={t('people.onlyAdministrators.title')}
        action={
          <>
            <ButtonLink to={paths.people}>{t('people.toList')}</ButtonLink>
            <ButtonLink look="soft" to={paths.teams}>
              {t('people.toTeams')}
            </ButtonLink>
          </>
        }
      >
        {t('people.onlyAdministrators.text')}
      </Empty>
    )
  if (code === 'person_not_found')
    return (
      <Empty icon="person" title={t('people.gone')} action={<ButtonLink to={paths.people}>{t('people.toList')}</ButtonLink>}>
        {t('people.gone.text')}
      </Empty>
    )
  return <PageProblem error={error} onRetry={onRetry} />
}
