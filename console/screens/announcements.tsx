import { Link } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList } from '#console/parts/result-list.tsx'
import type { Column } from '#console/parts/table/column.ts'
import { Table } from '#console/parts/table/table.tsx'
import { When } from '#console/parts/when.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type ListedAnnouncement, listAnnouncements } from '#contract/console/announcement.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { AnnouncementBadge, AudienceText } from './announcements/labels.tsx'
import './announcements/announcements.css'

const POLL_MS = 5000

const columns = (): Column<ListedAnnouncement>[] => [
  {
    key: 'subject',
    name: t('announcements.column.subject'),
    cell: ({ id, subject }) => (
      <Link href={pathTo('announcement', { id })} class="announcement-name" dir="auto">
        {subject}
      </Link>
    ),
  },
  { key: 'state', name: t('announcements.column.state'), isWide: true, cell: ({ state }) => <AnnouncementBadge state={state} /> },
  {
    key: 'audience',
    name: t('announcements.column.audience'),
    dir: 'auto',
    isWide: true,
    cell: ({ audience }) => <AudienceText audience={audience} />,
  },
  {
    key: 'sent',
    name: t('announcements.column.sent'),
    isFigure: true,
    cell: ({ figures: { sent, people } }) => t('announcements.sentOf', { sent: count(sent), people: count(people) }),
  },
  {
    key: 'by',
    name: t('announcements.column.by'),
    className: 'soft',
    cell: ({ author, createdAt }) => (
      <>
        <bdi>{author?.name ?? t('announcements.nobody')}</bdi> <When at={createdAt} />
      </>
    ),
  },
]

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
          <Table
            label={t('announcements.title')}
            className="announcements"
            columns={columns()}
            rows={announcements}
            keyOf={({ id }) => id}
            hasCards
          />
        )}
      </ResultList>
    </>
  )
}
