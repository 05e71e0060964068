import { AvatarPicker } from '#client/parts/avatar-picker.tsx'
import { t } from '#client/texts.ts'
import type { Account as AccountAnswer } from '#contract/profile.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { refreshAll } from '#ui/server/query.ts'
import { type Edit, useEditDialog } from './edit-dialog.tsx'
import { applyOptimistically, displayName, type OwnProfile } from './own.ts'

// The console is a separate app: a full page load, no client-side route.
const ConsoleRow = () => (
  <ul class="rows">
    <li>
      <a href="/console" class="rows-item">
        <Icon name="shield" />
        <span>
          {t('profile.console')}
          <small>{t('profile.consoleHint')}</small>
        </span>
        <Icon name="next" size={20} />
      </a>
    </li>
  </ul>
)

/** Photo, name and access level. */
export function Person({ user }: { user: OwnProfile['user'] }) {
  const name = displayName(user)
  const isMember = !user.access || user.access === 'member' // data saved by an older version has no access level
  const change = (avatar: string | null) => {
    applyOptimistically({ avatar })
    void refreshAll()
  }
  return (
    <>
      <section class="card stack">
        <AvatarPicker name={name} src={user.avatar} onChange={change}>
          <div class="spread">
            <h2 dir="auto">{name}</h2>
            <EditButton edit="1" name={t('profile.editPersonal')} />
          </div>
          {!isMember && <span class="badge badge-open">{t(`profile.access.${user.access as 'curator'}`)}</span>}
        </AvatarPicker>
      </section>
      {!isMember && <ConsoleRow />}
    </>
  )
}

function EditButton({ edit, name }: { edit: Edit; name: string }) {
  const { begin } = useEditDialog()
  return (
    <IconButton
      icon="edit"
      name={isOnline.value ? name : `${name}. ${t('onlyOnline')}`}
      disabled={!isOnline.value}
      onClick={() => begin(edit)}
    />
  )
}

export function Account({ user, account }: { user: OwnProfile['user']; account?: AccountAnswer }) {
  const pending = account?.pendingEmail
  const facts: [string, string][] = [
    [t('profile.email'), user.email],
    [t('profile.phone'), user.phoneText ?? user.phone],
    [t('profile.github'), user.githubLogin],
  ]
  return (
    <section class="card stack">
      <div class="spread">
        <h2>{t('profile.account')}</h2>
        <EditButton edit="account" name={t('profile.editAccount')} />
      </div>
      <dl class="own-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto" class={value ? undefined : 'soft'}>
              {value || t('notSet')}
            </dd>
          </div>
        ))}
      </dl>
      {pending && (
        <p class="own-pending" role="status">
          <Icon name="mail" size={20} />
          <span>{t('profile.pending', { email: pending })}</span>
        </p>
      )}
    </section>
  )
}
