import { Link } from 'wouter-preact'
import { pathTo } from '#console/routes.ts'
import { Address } from '#console/screens/person/facts.tsx'
import { t } from '#console/texts/index.ts'
import type { ListedMail } from '#contract/console/mail.ts'
import { ago, clock, moment } from '#ui/time/format.ts'
import { EmailBadge, isScheduled, kindName, whyOf } from './labels.tsx'

const columns = ['email', 'to', 'state', 'tries', 'written'] as const

const Row = ({ mail }: { mail: ListedMail }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('email', { id: mail.id })} class="mail-name">
        {t('mail.email', { id: String(mail.id) })}
      </Link>
      <small class="soft">{kindName(mail.kind)}</small>
    </th>
    <td dir="auto" class="mail-to">
      {mail.to === null ? <span class="soft">{t('mail.to.none')}</span> : <Address email={mail.to} />}
    </td>
    <td>
      <EmailBadge mail={mail} />
      {isScheduled(mail) && <small class="soft mail-why">{t('mail.scheduled.at', { time: clock(mail.dueAt!) })}</small>}
      {mail.reason && (
        <small class="soft mail-why" dir="auto">
          {whyOf(mail.reason)}
        </small>
      )}
    </td>
    <td class="figure" data-label={t('mail.column.tries')}>
      {mail.tries}
    </td>
    <td class="soft mail-when" data-label={t('mail.column.written')}>
      <time dateTime={mail.createdAt} title={moment(mail.createdAt)}>
        {ago(mail.createdAt)}
      </time>
    </td>
  </tr>
)

export const MailTable = ({ mails }: { mails: ListedMail[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section class="data-table card-rows mail-table" aria-label={t('mail.title')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" class={column === 'tries' ? 'figure' : undefined}>
              {t(`mail.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <Row key={mail.id} mail={mail} />
        ))}
      </tbody>
    </table>
  </section>
)
