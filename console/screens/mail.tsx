import { Pager } from '#console/parts/pager.tsx'
import { usePolling } from '#console/parts/poll.ts'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { t } from '#console/texts.ts'
import { listMails } from '#contract/console/mail.ts'
import { Button } from '#ui/button.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { Title } from '#ui/title.tsx'
import { Bounces } from './mail/bounces.tsx'
import { Filters } from './mail/filters.tsx'
import { MailTable } from './mail/table.tsx'
import { MailTrouble } from './mail/trouble.tsx'
import './mail/mail.css'

// Live updates do not cover emails, so the page polls.
const SOON_MS = 3000
const LATER_MS = 20_000

export function Mails() {
  const { values, set } = useQueryParams(['state', 'kind', 'page'])
  const query = useCall(listMails, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  const list = useLast(query.answer)
  const isMoving = list !== undefined && list.counts.queued + list.counts.sending > 0
  const error = usePolling(query, isMoving ? SOON_MS : LATER_MS)
  const isFiltered = values.state !== '' || values.kind !== ''
  if (error)
    return (
      <>
        <Title>{t('mail.title')}</Title>
        <MailTrouble error={error} onRetry={query.retry} />
      </>
    )
  return (
    <>
      <Title>{t('mail.title')}</Title>
      <Filters values={values} counts={list?.counts} set={set} />
      {!list ? (
        <Loading lines={6} />
      ) : list.total > 0 ? (
        <>
          <p class="soft mail-total" role="status">
            {t('mail.found', { count: list.total })}
          </p>
          {list.mails.length > 0 && <MailTable mails={list.mails} />}
          <Pager {...list} onPage={(page) => set({ page: String(page) })} />
        </>
      ) : isFiltered ? (
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
