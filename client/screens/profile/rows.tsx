import { Link } from 'wouter-preact'
import { type PathName, paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getJoining } from '#contract/joining.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useCall } from '#ui/server/query.ts'
import { RoundRow } from './round-row.tsx'

/** Whether the person is open to joining a team, and the way to change it. */
function JoiningRow() {
  const { answer } = useCall(getJoining, undefined, { isPrivate: true })
  return (
    <li>
      <Link href={paths.joining} class="rows-item">
        <Icon name="users" />
        <span>
          {t('joining.title')}
          <small>{t(answer?.isOpen ? 'joining.row.on' : 'joining.row.off')}</small>
        </span>
        <Icon name="next" size={20} />
      </Link>
    </li>
  )
}

type Row = 'notifications' | 'settings' | 'privacy' | 'feedback'

const rows: { to: Row & PathName; icon: IconName }[] = [
  { to: 'notifications', icon: 'mail' },
  { to: 'settings', icon: 'settings' },
  { to: 'privacy', icon: 'shield' },
  { to: 'feedback', icon: 'message' },
]

/** The screens inside the profile tab. */
export const Rows = ({ isSignedIn = false }: { isSignedIn?: boolean }) => (
  <ul class="rows">
    <RoundRow />
    {isSignedIn && <JoiningRow />}
    {rows
      .filter(({ to }) => isSignedIn || to !== 'notifications')
      .map(({ to, icon }) => (
        <li key={to}>
          <Link href={paths[to]} class="rows-item">
            <Icon name={icon} />
            <span>
              {t(`profile.${to}`)}
              <small>{t(`profile.${to}Hint`)}</small>
            </span>
            <Icon name="next" size={20} />
          </Link>
        </li>
      ))}
  </ul>
)
