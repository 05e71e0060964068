import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

export const NotFound = () => (
  <>
    <Title>{t('nav')}</Title>
    <Empty icon="place" title={t('notFound.title')} action={<ButtonLink to={paths.today}>{t('notFound.home')}</ButtonLink>}>
      {t('notFound.text')}
    </Empty>
  </>
)
