import { paths } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

/** An address that leads nowhere. */
export const Lost = () => (
  <>
    <Title>{t('nav')}</Title>
    <Empty title={t('lost.title')} action={<ButtonLink to={paths.today}>{t('lost.home')}</ButtonLink>}>
      {t('lost.text')}
    </Empty>
  </>
)
