import { t } from '#client/texts/index.ts'
import { Button } from '#ui/button.tsx'
import { signIn } from '#ui/session.ts'
import { Empty } from '#ui/states.tsx'

export const Guest = () => (
  <Empty icon="team" title={t('guest.title')} action={<Button onClick={() => void signIn()}>{t('signIn')}</Button>}>
    {t('guest.text')}
  </Empty>
)
