import { useLocation } from 'wouter-preact'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/field.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'
import { serverConfig } from '#ui/server-config.ts'
import { signIn } from '#ui/session.ts'
import { isWelcomed, language } from '#ui/settings.ts'
import { Title } from '#ui/title.tsx'
import './welcome.css'

const points: { icon: IconName; text: 'welcome.browse' | 'welcome.apply' | 'welcome.publish' }[] = [
  { icon: 'search', text: 'welcome.browse' },
  { icon: 'team', text: 'welcome.apply' },
  { icon: 'upload', text: 'welcome.publish' },
]

export function Welcome() {
  const [, go] = useLocation()
  const enter = (provider?: string) => {
    isWelcomed.value = true
    if (provider === undefined) go(paths.projects, { replace: true })
    else void signIn(paths.projects, provider)
  }
  return (
    <div class="welcome">
      <img src="/icon.svg" alt="" width="72" height="72" />
      <p class="welcome-name">{serverConfig.directory}</p>
      <Title>{t('welcome.title')}</Title>
      <ul class="bare stack">
        {points.map(({ icon, text }) => (
          <li class="welcome-point" key={text}>
            <Icon name={icon} />
            {t(text)}
          </li>
        ))}
      </ul>
      <div class="stack">
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
      <Choices
        legend={t('settings.language')}
        name="language"
        value={language.value}
        options={[
          { value: 'en', label: 'English' },
          { value: 'ru', label: 'Русский' },
        ]}
        onChoose={(value) => {
          language.value = value
        }}
      />
      <p class="soft">{t('welcome.version', { version: serverConfig.version })}</p>
    </div>
  )
}
