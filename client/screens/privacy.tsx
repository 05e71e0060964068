import { useLocation } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { lazy } from '#ui/lazy.tsx'
import { language } from '#ui/settings.ts'
import { Title } from '#ui/title.tsx'

// Only the chosen language is loaded.
const English = lazy(async () => (await import('./privacy/en.tsx')).English)
const Russian = lazy(async () => (await import('./privacy/ru.tsx')).Russian)

export function Privacy() {
  const [, go] = useLocation()
  return (
    <>
      <Title back={{ name: t('back'), go: () => go(paths.profile) }}>{t('privacy.title')}</Title>
      {language.value === 'ru' ? <Russian /> : <English />}
    </>
  )
}
