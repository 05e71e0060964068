import { t } from '#console/texts/index.ts'
import { languageOptions } from '#ui/languages.ts'
import { serverConfig } from '#ui/server-config.ts'
import { session, signOut } from '#ui/session.ts'
import { language, type Theme, theme } from '#ui/settings.ts'

const themes: Theme[] = ['system', 'light', 'dark']

export const Header = () => (
  <header class="head">
    <strong>
      {serverConfig.directory} <span class="soft">{t('nav')}</span>
    </strong>
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
