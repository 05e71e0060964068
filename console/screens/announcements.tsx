import { Link } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList } from '#console/parts/result-list.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts/index.ts'
import { type ListedAnnouncement, listAnnouncements } from '#contract/console/announcement.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { ago, count, moment } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { AnnouncementBadge, AudienceText } from './announcements/labels.tsx'
import './announcements/announcements.css'

const columns = ['subject', 'state', 'audience', 'sent', 'by'] as const
const POLL_MS = 5000

const Row = ({ one }: { one: ListedAnnouncement }) => (
  <tr>
    <th scope="row">
      <Link href={pathTo('announcement', { id: one.id })} class="announcement-name" dir="auto">
        {one.subject}
      </Link>
    </th>
    <td>
      <AnnouncementBadge state={one.state} />
    </td>
    <td dir="auto">
      <AudienceText audience={one.audience} />
    </td>
    <td class="figure" data-label={t('announcements.column.sent')}>
      {t('announcements.sentOf', { sent: count(one.figures.sent), people: count(one.figures.people) })}
    </td>
    <td class="soft" data-label={t('announcements.column.by')}>
      <bdi>{one.author?.name ?? t('announcements.nobody')}</bdi>{' '}
      <time dateTime={one.createdAt} title={moment(one.createdAt)}>
        {ago(one.createdAt)}
      </time>
    </td>
  </tr>
)

export function Announcements() {
  const { values, set } = useQueryParams(['page'])
  const found = useCall(listAnnouncements, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  usePolling(found, POLL_MS)
  const add = (
    <ButtonLink icon="plus" to={paths.newAnnouncement}>
      {t('announcements.new')}
    </ButtonLink>
  )
  return (
    <>
      <Title actions={add}>{t('announcements.title')}</Title>
      <ResultList
        found={found}
        count={(total) => t('announcements.found', { count: total })}
        empty={
          <Empty icon="send" title={t('announcements.empty.title')} action={add}>
            {t('announcements.empty.text')}
          </Empty>
        }
        onPage={(page) => set({ page: String(page) })}
      >
        {({ announcements }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          <section class="data-table card-rows announcements" aria-label={t('announcements.title')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col" class={column === 'sent' ? 'figure' : undefined}>
                      {t(`announcements.column.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {announcements.map((one) => (
                  <Row key={one.id} one={one} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </ResultList>
    </>
  )
}
