import { useState } from 'preact/hooks'
import { t } from '#console/texts.ts'
import { cancelMail, type MailState, resendMail, type WholeMail } from '#contract/console/mail.ts'
import { useAct } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { call } from '#ui/server/api.ts'
import { whyOf } from './labels.tsx'

const attempted: MailState[] = ['failed', 'unknown', 'dead']

/** Sending cannot be undone and needs a confirmation; a cancelled email can still be sent. */
export function Acts({ mail }: { mail: WholeMail }) {
  const [isAsking, setIsAsking] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const id = String(mail.id)
  const send = t(attempted.includes(mail.state) ? 'mail.resend' : 'mail.resend.first')
  const resend = async () => {
    const work = () => call(resendMail, { params: { id } }).finally(() => setIsAsking(false))
    await act(work, { done: t('mail.resent', { id }) })
  }
  const cancel = () => act(() => call(cancelMail, { params: { id } }), { done: t('mail.cancelled', { id }) })
  return (
    <>
      {mail.canResend && (
        <Button icon="mail" onClick={() => setIsAsking(true)}>
          {send}
        </Button>
      )}
      {mail.canCancel && (
        <Button look="danger" isBusy={isBusy && !isAsking} onClick={() => void cancel()}>
          {t('mail.cancel')}
        </Button>
      )}
      <Confirm
        title={t('mail.resend.title', { id })}
        isOpen={isAsking}
        isBusy={isBusy}
        yes={send}
        onYes={() => void resend()}
        onClose={() => setIsAsking(false)}
      >
        {mail.whyNoLetter === null ? (
          <p>{t('mail.resend.text')}</p>
        ) : (
          <p class="offline">{t('mail.resend.refused', { why: whyOf(mail.whyNoLetter) })}</p>
        )}
        {mail.state === 'unknown' && <p class="offline">{t('mail.resend.unknown')}</p>}
      </Confirm>
    </>
  )
}
