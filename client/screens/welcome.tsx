import { useLocation } from 'wouter-preact'
import { LegalLinks } from '#client/parts/legal-links.tsx'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { AvatarStack } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { chooseLanguage, chosenLanguage } from '#ui/choose-language.ts'
import { Cover } from '#ui/cover/cover.tsx'
import { Choices } from '#ui/form/field.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { languageOptions } from '#ui/languages.ts'
import { lazy } from '#ui/lazy.tsx'
import { Logo } from '#ui/logo.tsx'
import { isOnline } from '#ui/server/online.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { isWelcomed, language } from '#ui/settings.ts'
import { Title } from '#ui/title.tsx'
import './welcome/welcome.css'

// Only directories with a text of their own load it.
const Markdown = lazy(async () => (await import('#ui/markdown.tsx')).Markdown)

const points: { icon: IconName; text: 'welcome.browse' | 'welcome.apply' | 'welcome.publish' }[] = [
  { icon: 'search', text: 'welcome.browse' },
  { icon: 'team', text: 'welcome.apply' },
  { icon: 'trophy', text: 'welcome.publish' },
]

// Generated covers, chosen for their looks.
const covers = [
  { slug: 'orbit', tags: ['Education'] },
  { slug: 'river', tags: ['Robotics'] },
  { slug: 'harbour', tags: ['Ecology'] },
]
const team = ['Anna Bell', 'Борис Ефимов', 'Zoe Lin'].map((name) => ({ name, src: null }))

const Hero = () => (
  <div class="welcome-hero" aria-hidden="true">
    {covers.map(({ slug, tags }) => (
      <div class="welcome-cover" key={slug}>
        <Cover project={{ slug }} tags={tags} size="small" />
      </div>
    ))}
    <span class="welcome-chip">
      <AvatarStack people={team} />
      <Icon name="check" size={20} />
    </span>
  </div>
)

export function Welcome() {
  const [, go] = useLocation()
  const welcome = serverConfig.welcome[language.value]
  const enter = (provider?: string) => {
    isWelcomed.value = true
    if (provider === undefined) go(paths.projects, { replace: true })
    else void signIn(paths.projects, provider)
  }
  return (
    <div class="welcome">
      <Hero />
      <div class="welcome-text">
        <p class="welcome-name">
          {serverConfig.logo ? <Logo /> : <img src="/icon.svg" alt="" width="32" height="32" />}
          {serverConfig.directory}
        </p>
        <Title>{t('welcome.title')}</Title>
        {welcome && <Markdown text={welcome} />}
        <ul class="bare welcome-points">
          {points.map(({ icon, text }) => (
            <li key={text}>
              <Icon name={icon} size={20} />
              {t(text)}
            </li>
          ))}
        </ul>
        <div class="welcome-actions">
          {serverConfig.providers.map(({ name, label }) => (
            <Button isWide key={name} disabled={!isOnline.value} onClick={() => enter(name)}>
              {serverConfig.providers.length === 1 ? t('signIn') : t('welcome.signIn', { name: label })}
            </Button>
          ))}
          {!isOnline.value && <p class="soft">{t('welcome.offline')}</p>}
          <Button isWide look="plain" onClick={() => enter()}>
            {t('welcome.guest')}
          </Button>
        </div>
        <div class="welcome-foot">
          {languageOptions.length > 1 && (
            <Choices
              legend={t('settings.language')}
              name="language"
              value={chosenLanguage.value}
              options={languageOptions}
              onChoose={chooseLanguage}
            />
          )}
          <LegalLinks />
          <small class="soft">{t('welcome.version', { version: serverConfig.version })}</small>
        </div>
      </div>
    </div>
  )
}
