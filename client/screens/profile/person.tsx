import { AvatarPicker } from '#client/parts/avatar-picker.tsx'
import { t } from '#client/texts/index.ts'
import type { Account } from '#contract/profile.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/online.ts'
import { refreshAll } from '#ui/query.ts'
import { type Edit, useEditing } from './edit-dialog.tsx'
import { applyOptimistically, displayName, type OwnProfile } from './own.ts'

type Props = { user: OwnProfile['user']; account?: Account }

/** Avatar, name and access level. */
export function Person({ user, account }: Props) {
  const name = displayName(user)
  const change = (avatar: string | null) => {
    applyOptimistically({ avatar })
    void refreshAll()
  }
  return (
    <section class="card stack">
      <AvatarPicker name={name} src={user.avatar} onChange={change}>
        <h2 dir="auto">{name}</h2>
        {account && account.access !== 'member' && <span class="badge badge-open">{t(`profile.access.${account.access}`)}</span>}
      </AvatarPicker>
    </section>
  )
}

type Facts = { title: string; edit: Edit; name: string; facts: [string, string][]; note?: string | null }

function Part({ title, edit, name, facts, note }: Facts) {
  const { begin } = useEditing()
  return (
    <section class="card stack">
      <div class="spread">
        <h2>{title}</h2>
        <IconButton
          icon="edit"
          name={isOnline.value ? name : `${name}. ${t('onlyOnline')}`}
          disabled={!isOnline.value}
          onClick={() => begin(edit)}
        />
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
      {note && (
        <p class="own-pending" role="status">
          <Icon name="mail" size={20} />
          <span>{note}</span>
        </p>
      )}
    </section>
  )
}

export function PersonFacts({ user, account }: Props) {
  const { name, surname, patronymic } = user.fullName
  const pending = account?.pendingEmail
  return (
    <>
      <Part
        title={t('profile.personal')}
        edit="1"
        name={t('profile.editPersonal')}
        facts={[
          [t('profile.name'), name],
          [t('profile.surname'), surname],
          [t('profile.patronymic'), patronymic],
        ]}
      />
      <Part
        title={t('profile.account')}
        edit="account"
        name={t('profile.editAccount')}
        facts={[
          [t('profile.email'), user.email],
          [t('profile.phone'), user.phoneText ?? user.phone],
          [t('profile.github'), user.githubLogin],
        ]}
        note={pending && t('profile.pending', { email: pending })}
      />
    </>
  )
}
