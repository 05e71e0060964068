import { paths } from '#client/routes.ts'
import { t } from '#client/texts.ts'
import { getNotifications, type Notifications, updateNotifications } from '#contract/notification.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'
import { useCall } from '#ui/server/query.ts'

const decisions = ['request_approved', 'request_declined'] as const

/** The less frequent choice of the two: a decision of either kind may come. */
function whenOf({ kinds }: Notifications): 'at-once' | 'daily' | 'off' {
  const chosen = kinds.filter(({ kind }) => (decisions as readonly string[]).includes(kind)).map(({ when }) => when)
  return chosen.includes('off') ? 'off' : chosen.includes('daily') ? 'daily' : 'at-once'
}

/** Where the decision is sent, with a button if notifications are off. */
export function EmailStep() {
  const { answer } = useCall(getNotifications, undefined, { isPrivate: true })
  const { act, isBusy } = useAct({ isToast: true })
  const kinds = decisions.map((kind) => ({ kind, when: 'at-once' as const }))
  const turnOn = () => act(() => call(updateNotifications, { body: { kinds } }), { done: t('sent.mail.isOn') })
  if (!answer) return <p class="soft">&nbsp;</p>
  if (answer.email === '')
    return (
      <>
        <p class="soft">{t('sent.mail.none')}</p>
        <ButtonLink look="soft" to={`${paths.profile}?edit=account`}>
          {t('mail.addAddress')}
        </ButtonLink>
      </>
    )
  const when = whenOf(answer)
  return (
    <>
      <p class="soft">{t(`sent.mail.${when}`, { email: answer.email })}</p>
      {when === 'off' && (
        <Button look="soft" icon="mail" isBusy={isBusy} disabled={!isOnline.value} onClick={() => void turnOn()}>
          {t('sent.mail.on')}
        </Button>
      )}
    </>
  )
}
