import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Title } from '#ui/title.tsx'

export const Lost = () => (
  <>
    <Title>{t('lost.title')}</Title>
    <div class="prose">
      <p>{t('lost.text')}</p>
      <ButtonLink to={paths.projects}>{t('lost.home')}</ButtonLink>
    </div>
  </>
)
