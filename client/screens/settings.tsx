import { goBack } from '#client/go-back.ts'
import { installPrompt } from '#client/install.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { chooseLanguage, chosenLanguage } from '#ui/choose-language.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { Choices } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { languageOptions } from '#ui/languages.ts'
import { empty } from '#ui/server/saved.ts'
import { type Theme, theme } from '#ui/settings.ts'
import { Title } from '#ui/title.tsx'

const themes: Theme[] = ['system', 'light', 'dark']

async function clear(): Promise<void> {
  await empty('public')
  tell(t('settings.cleared'))
}

export function Settings() {
  const install = installPrompt.value
  return (
    <>
      <Title back={{ name: t('back'), go: () => goBack(paths.profile) }}>{t('profile.settings')}</Title>
      <div class="stack">
        <section class="card stack">
          <Choices
            legend={t('settings.theme')}
            name="theme"
            value={theme.value}
            options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
            onChoose={(value) => {
              theme.value = value
            }}
          />
          {languageOptions.length > 1 && (
            <Choices
              legend={t('settings.language')}
              name="language"
              value={chosenLanguage.value}
              options={languageOptions}
              onChoose={chooseLanguage}
            />
          )}
          <p class="soft">{t('settings.local')}</p>
        </section>
        <ul class="rows">
          {install && (
            <li>
              <button type="button" class="rows-item" onClick={() => void install()}>
                <Icon name="download" />
                <span>
                  {t('settings.install')}
                  <small>{t('settings.install.hint')}</small>
                </span>
              </button>
            </li>
          )}
          <li>
            <button type="button" class="rows-item" onClick={() => void clear()}>
              <Icon name="remove" />
              <span>
                {t('settings.clear')}
                <small>{t('settings.clear.hint')}</small>
              </span>
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}
