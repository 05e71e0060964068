import { t } from '#client/texts.ts'
import { tell } from '#ui/dialog/toast.tsx'
import { Icon } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { signOut } from '#ui/session/session.ts'

async function leave(): Promise<void> {
  await signOut()
  tell(t('signedOut'))
}

export const SignOut = () => (
  <ul class="rows">
    <li>
      <button type="button" class="rows-item" disabled={!isOnline.value} onClick={() => void leave()}>
        <Icon name="leave" />
        <span>
          {t('signOut')}
          {!isOnline.value && <small>{t('onlyOnline')}</small>}
        </span>
      </button>
    </li>
  </ul>
)
