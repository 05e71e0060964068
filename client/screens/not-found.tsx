import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Title } from '#ui/title.tsx'

export const NotFound = () => (
  <>
    <Title>{t('notFound.title')}</Title>
    <div class="prose">
      <p>{t('notFound.text')}</p>
      <ButtonLink to={paths.projects}>{t('notFound.home')}</ButtonLink>
    </div>
  </>
)
