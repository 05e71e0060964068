import { goBack } from '#client/go-back.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'

export const NotFound = () => (
  <>
    <Title back={{ name: t('back'), go: () => goBack(paths.projects) }}>{t('notFound.title')}</Title>
    <Empty icon="place" action={<ButtonLink to={paths.projects}>{t('notFound.home')}</ButtonLink>}>
      {t('notFound.text')}
    </Empty>
  </>
)
