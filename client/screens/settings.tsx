import { Link } from 'wouter-preact'
import { installPrompt } from '#client/install.ts'
import { paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { Choices } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'
import { empty } from '#ui/saved.ts'
import { session, signIn, signOut } from '#ui/session.ts'
import { language, type Theme, theme } from '#ui/settings.ts'
import { Title } from '#ui/title.tsx'
import { tell } from '#ui/toast.tsx'

const themes: Theme[] = ['system', 'light', 'dark']

async function clear(): Promise<void> {
  await empty('public')
  tell(t('settings.cleared'))
}

async function leave(): Promise<void> {
  await signOut()
  tell(t('signedOut'))
}

export function Settings() {
  const isSignedIn = session.value.state === 'signed-in'
  const install = installPrompt.value
  return (
    <>
      <Title>{t('settings.title')}</Title>
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
          <p class="soft">{t('settings.local')}</p>
        </section>
        <ul class="rows">
          {isSignedIn && (
            <li>
              <Link href={paths.notifications} class="rows-item">
                <Icon name="mail" />
                <span>
                  {t('settings.mail')}
                  <small>{t('settings.mail.hint')}</small>
                </span>
                <Icon name="next" size={20} />
              </Link>
            </li>
          )}
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
          {isSignedIn && (
            <li>
              <button type="button" class="rows-item" disabled={!isOnline.value} onClick={() => void leave()}>
                <Icon name="leave" />
                <span>
                  {t('signOut')}
                  {!isOnline.value && <small>{t('onlyOnline')}</small>}
                </span>
              </button>
            </li>
          )}
          {session.value.state === 'guest' && (
            <li>
              <button type="button" class="rows-item" disabled={!isOnline.value} onClick={() => void signIn()}>
                <Icon name="person" />
                <span>
                  {t('signIn')}
                  {!isOnline.value && <small>{t('onlyOnline')}</small>}
                </span>
              </button>
            </li>
          )}
        </ul>
      </div>
    </>
  )
}
