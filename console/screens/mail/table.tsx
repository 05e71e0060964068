import { Link } from 'wouter-preact'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { When } from '#console/parts/when.tsx'
import { pathTo } from '#console/routes.ts'
import { Address } from '#console/screens/person/facts.tsx'
import { t } from '#console/texts.ts'
import type { ListedMail } from '#contract/console/mail.ts'
import { clock } from '#ui/time/format.ts'
import { EmailBadge, isScheduled, kindName, whyOf } from './labels.tsx'

const columns = (): Column<ListedMail>[] => [
  {
    key: 'email',
    name: t('mail.column.email'),
    cell: ({ id, kind }) => (
      <>
        <Link href={pathTo('email', { id })} class="mail-name">
          {t('mail.email', { id: String(id) })}
        </Link>
        <small class="soft">{kindName(kind)}</small>
      </>
    ),
  },
  {
    key: 'to',
    name: t('mail.column.to'),
    dir: 'auto',
    isWide: true,
    cell: ({ to }) => (to === null ? <span class="soft">{t('mail.to.none')}</span> : <Address email={to} />),
  },
  {
    key: 'state',
    name: t('mail.column.state'),
    isWide: true,
    cell: (mail) => (
      <>
        <EmailBadge mail={mail} />
        {isScheduled(mail) && <small class="soft mail-why">{t('mail.scheduled.at', { time: clock(mail.dueAt!) })}</small>}
        {mail.reason && (
          <small class="soft mail-why" dir="auto">
            {whyOf(mail.reason)}
          </small>
        )}
      </>
    ),
  },
  { key: 'tries', name: t('mail.column.tries'), isFigure: true, cell: ({ tries }) => tries },
  {
    key: 'written',
    name: t('mail.column.written'),
    className: 'soft mail-when',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]

export const MailTable = ({ mails }: { mails: ListedMail[] }) => (
  <Table label={t('mail.title')} columns={columns()} rows={mails} keyOf={({ id }) => id} hasCards />
)
