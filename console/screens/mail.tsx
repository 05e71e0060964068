import { asked, useAddress } from '#console/parts/address.ts'
import { Pager } from '#console/parts/pager.tsx'
import { useAgain } from '#console/parts/poll.ts'
import { t } from '#console/texts/index.ts'
import { listMails } from '#contract/console/mail.ts'
import { Button } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Bounces } from './mail/bounces.tsx'
import { Filters } from './mail/filters.tsx'
import { MailTable } from './mail/table.tsx'
import { MailTrouble } from './mail/trouble.tsx'
import './mail.css'

// Letters move by themselves, and no change of the directory tells of it.
const SOON_MS = 3000
const LATER_MS = 20_000

export function Mails() {
  const { values, set } = useAddress(['state', 'kind', 'page'])
  const asking = useCall(listMails, { query: asked(values) as object }, { isPrivate: true, isSaved: false })
  const shown = useLast(asking.answer)
  const isMoving = shown !== undefined && shown.counts.queued + shown.counts.sending > 0
  const error = useAgain(asking, isMoving ? SOON_MS : LATER_MS)
  const isNarrowed = values.state !== '' || values.kind !== ''
  if (error)
    return (
      <>
        <Title>{t('mail.title')}</Title>
        <MailTrouble error={error} onRetry={asking.retry} />
      </>
    )
  return (
    <>
      <Title>{t('mail.title')}</Title>
      <Filters values={values} counts={shown?.counts} set={set} />
      {!shown ? (
        <Loading lines={6} />
      ) : shown.total > 0 ? (
        <>
          <p class="soft mail-total" role="status">
            {t('mail.found', { count: shown.total })}
          </p>
          {shown.mails.length > 0 && <MailTable mails={shown.mails} />}
          <Pager {...shown} onPage={(page) => set({ page: String(page) })} />
        </>
      ) : isNarrowed ? (
        <Empty
          icon="mail"
          title={t('mail.none.title')}
          action={<Button onClick={() => set({ state: '', kind: '' })}>{t('mail.none.reset')}</Button>}
        >
          {t('mail.none.text')}
        </Empty>
      ) : (
        <Empty icon="mail" title={t('mail.empty.title')}>
          {t('mail.empty.text')}
        </Empty>
      )}
      <Bounces />
    </>
  )
}
