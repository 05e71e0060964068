import loads from 'virtual:texts/privacy'
import { useLocation } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getSettings } from '#contract/settings.ts'
import { lazy } from '#ui/lazy.tsx'
import { useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { language } from '#ui/settings.ts'
import { loaderOf, textsOf } from '#ui/texts.ts'
import { Title } from '#ui/title.tsx'

const p = textsOf('privacy')
const ready = loaderOf(loads)

const Policy = lazy(async () => (await Promise.all([import('./privacy/policy.tsx'), ready()]))[0].Policy)
const Markdown = lazy(async () => (await import('#ui/markdown.tsx')).Markdown)

export function Privacy() {
  const [, go] = useLocation()
  const own = useCall(getSettings).answer?.privacy[language.value]
  return (
    <>
      <Title back={{ name: t('back'), go: () => go(paths.profile) }}>{t('privacy.title')}</Title>
      {own && (
        <section class="card prose policy-own" aria-label={serverConfig.directory}>
          <Markdown text={own} />
        </section>
      )}
      <Policy write={p} />
    </>
  )
}
