import { useEffect } from 'preact/hooks'
import { t } from '#console/texts/index.ts'
import { getSettings } from '#contract/settings.ts'
import { languageOptions } from '#ui/languages.ts'
import { Logo } from '#ui/logo.tsx'
import { useCall } from '#ui/query.ts'
import { serverConfig } from '#ui/server-config.ts'
import { session, signOut } from '#ui/session.ts'
import { language, type Theme, theme } from '#ui/settings.ts'

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
    <div class="head-choices">
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
        value={language.value}
        onChange={(event) => {
          language.value = event.currentTarget.value as 'en' | 'ru'
        }}
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
