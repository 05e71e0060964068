import { useLocation } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getMail } from '#contract/console/mail.ts'
import { useCall } from '#ui/server/query.ts'
import { Loading } from '#ui/states.tsx'
import { clock } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Acts } from './mail/acts.tsx'
import { Attempts, Facts, Message } from './mail/facts.tsx'
import { EmailBadge, isMoving, isScheduled, meaningOf } from './mail/labels.tsx'
import { MailTrouble } from './mail/trouble.tsx'
import './mail/mail.css'

const SOON_MS = 2000
const LATER_MS = 20_000

export function EmailPage({ id }: { id: number }) {
  const query = useCall(getMail, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const { answer: mail, retry } = query
  const error = usePolling(query, mail && isMoving(mail.state) ? SOON_MS : LATER_MS)
  const [, go] = useLocation()
  return (
    <>
      <Title
        back={{ name: t('mail.toList'), go: () => go(paths.mail) }}
        actions={mail && !error && (mail.canResend || mail.canCancel) ? <Acts mail={mail} /> : undefined}
      >
        {t('mail.email', { id: String(id) })}
      </Title>
      {error ? (
        <MailTrouble error={error} onRetry={retry} />
      ) : !mail ? (
        <Loading lines={6} />
      ) : (
        <>
          <p class="email-status" role="status">
            <EmailBadge mail={mail} /> {isScheduled(mail) ? t('mail.scheduled.means', { time: clock(mail.dueAt!) }) : meaningOf(mail.state)}
          </p>
          <div class="columns columns-main">
            <Message letter={mail.letter} whyNoLetter={mail.whyNoLetter} />
            <div class="stack">
              <Facts mail={mail} />
              <Attempts attempts={mail.attempts} />
            </div>
          </div>
        </>
      )}
    </>
  )
}
