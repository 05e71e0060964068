import { Link } from 'wouter-preact'
import { type PathName, paths } from '#client/routes.ts'
import { t } from '#client/texts/index.ts'
import { getProfile } from '#contract/profile.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'
import { useCall } from '#ui/query.ts'
import { serverConfig } from '#ui/server-config.ts'
import { session, signIn } from '#ui/session.ts'
import { Failed, Loading, SavedNote } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { displayName, ownProject } from './profile/own.ts'
import { ProjectLine } from './profile/project.tsx'

const GuestCard = () => (
  <section class="card stack">
    <div>
      <h2>{t('info.guest')}</h2>
      <p class="soft">{isOnline.value ? t('info.guestText') : t('onlyOnline')}</p>
    </div>
    <Button isWide disabled={!isOnline.value} onClick={() => void signIn()}>
      {t('signIn')}
    </Button>
  </section>
)

// The console is a separate app: a full page load, no client-side route.
const ConsoleRow = () => (
  <li>
    <a href="/console" class="rows-item">
      <Icon name="shield" />
      <span>
        {t('info.console')}
        <small>{t('info.consoleHint')}</small>
      </span>
      <Icon name="next" size={20} />
    </a>
  </li>
)

function PersonCard() {
  const { answer, savedAt, isLoading, error, retry } = useCall(getProfile, undefined, { isPrivate: true })
  if (isLoading) return <Loading isCard lines={1} />
  if (!answer) return error && <Failed error={error} onRetry={retry} />
  const { user } = answer
  const name = displayName(user)
  return (
    <div>
      <SavedNote savedAt={savedAt} />
      <ul class="rows">
        <li>
          <Link href={paths.profile} class="rows-item">
            <Avatar key={user.avatar} size={72} name={name} src={user.avatar} />
            <span>
              <span class="visually-hidden">{t('info.profile')}</span> <strong dir="auto">{name}</strong>
              <small>{user.email || t('notSet')}</small>
              <ProjectLine own={ownProject(answer)} />
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
        {user.access && user.access !== 'member' && <ConsoleRow />}
      </ul>
    </div>
  )
}

const rows: {
  to: PathName
  icon: IconName
  text: 'settings.title' | 'info.privacy' | 'info.feedback'
  hint: `info.${'settings' | 'privacy' | 'feedback'}Hint`
}[] = [
  { to: 'settings', icon: 'settings', text: 'settings.title', hint: 'info.settingsHint' },
  { to: 'privacy', icon: 'shield', text: 'info.privacy', hint: 'info.privacyHint' },
  { to: 'feedback', icon: 'message', text: 'info.feedback', hint: 'info.feedbackHint' },
]

export const Info = () => (
  <>
    <Title>{t('tab.info')}</Title>
    <div class="stack">
      {session.value.state === 'guest' ? <GuestCard /> : <PersonCard />}
      <ul class="rows">
        {rows.map(({ to, icon, text, hint }) => (
          <li key={to}>
            <Link href={paths[to]} class="rows-item">
              <Icon name={icon} />
              <span>
                {t(text)}
                <small>{t(hint)}</small>
              </span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
      <p class="soft">{t('info.version', { directory: serverConfig.directory, version: serverConfig.version })}</p>
    </div>
  </>
)
