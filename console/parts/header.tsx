import { signal } from '@preact/signals'
import { t } from '#console/texts/index.ts'
import { Icon } from '#ui/icon.tsx'
import { serverConfig } from '#ui/server-config.ts'
import { session, signOut } from '#ui/session.ts'
import { language, type Theme, theme } from '#ui/settings.ts'

// On a phone the choices are behind a button.
const isOpen = signal(false)

const themes: Theme[] = ['system', 'light', 'dark']

export const Header = () => (
  <header class="head">
    <strong>
      {serverConfig.directory} <span class="soft">{t('nav')}</span>
    </strong>
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
        value={language.value}
        onChange={(event) => {
          language.value = event.currentTarget.value as 'en' | 'ru'
        }}
      >
        <option value="en">English</option>
        <option value="ru">Русский</option>
      </select>
      {session.value.state === 'signed-in' && (
        <button type="button" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      )}
    </div>
  </header>
)
