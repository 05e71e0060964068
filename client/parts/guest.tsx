import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import type { IconName } from '#ui/icon.tsx'
import { isOnline } from '#ui/server/online.ts'
import { signIn } from '#ui/session/sign-in.ts'
import { Empty } from '#ui/states.tsx'

/** Shown to guests instead of a screen that requires signing in. */
export const Guest = ({ icon = 'team' }: { icon?: IconName }) => (
  <Empty
    icon={icon}
    title={t('guest.title')}
    action={
      <Button disabled={!isOnline.value} onClick={() => void signIn()}>
        {t('signIn')}
      </Button>
    }
  >
    {isOnline.value ? t('guest.text') : t('onlyOnline')}
  </Empty>
)

/** On the profile, above the settings that guests have too. */
export const GuestCard = () => (
  <section class="card stack">
    <div>
      <h2>{t('profile.guest')}</h2>
      <p class="soft">{isOnline.value ? t('profile.guestText') : t('onlyOnline')}</p>
    </div>
    <Button isWide disabled={!isOnline.value} onClick={() => void signIn()}>
      {t('signIn')}
    </Button>
  </section>
)
