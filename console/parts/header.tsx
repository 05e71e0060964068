import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '#console/texts.ts'
import type { Language } from '#contract/language.ts'
import { getSettings } from '#contract/settings.ts'
import { chooseLanguage, chosenLanguage } from '#ui/choose-language.ts'
import { Icon } from '#ui/icon.tsx'
import { languageOptions } from '#ui/languages.ts'
import { Logo } from '#ui/logo.tsx'
import { useCall } from '#ui/server/query.ts'
import { serverConfig } from '#ui/server/server-config.ts'
import { session, signOut } from '#ui/session/session.ts'
import { type Theme, theme } from '#ui/settings.ts'

// On a phone the choices are behind a button.
const isOpen = signal(false)

const themes: Theme[] = ['system', 'light', 'dark']

/** Name and logo; they follow a change of the settings without a reload. */
function DirectoryName() {
  const settings = useCall(getSettings, undefined, { isSaved: false }).answer
  const hue = settings?.accentHue
  useEffect(() => {
    if (hue !== undefined) document.documentElement.style.setProperty('--accent-hue', String(hue))
  }, [hue])
  return (
    <strong class="head-name">
      <Logo logo={settings ? settings.logo : serverConfig.logo} height={24} />
      <span>
        <bdi>{settings?.name ?? serverConfig.directory}</bdi> <span class="soft">{t('nav')}</span>
      </span>
    </strong>
  )
}

export const Header = () => (
  <header class="head">
    <DirectoryName />
    <button
      type="button"
      class="icon-button head-more"
      aria-label={t('nav.settings')}
      aria-expanded={isOpen.value}
      aria-controls="head-choices"
      onClick={() => {
        isOpen.value = !isOpen.value
      }}
    >
      <Icon name="settings" />
    </button>
    <div class="head-choices" id="head-choices" data-open={isOpen.value || undefined}>
      <select
        aria-label={t('theme')}
        value={theme.value}
        onChange={(event) => {
          theme.value = event.currentTarget.value as Theme
        }}
      >
        {themes.map((value) => (
          <option key={value} value={value}>
            {t(`theme.${value}` as 'theme.system')}
          </option>
        ))}
      </select>
      <select
        aria-label={t('language')}
        value={chosenLanguage.value}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      >
        {languageOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {session.value.state === 'signed-in' && (
        <button type="button" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      )}
    </div>
  </header>
)
