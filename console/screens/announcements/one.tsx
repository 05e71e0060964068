import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { usePolling } from '#console/parts/poll.ts'
import { PageProblem } from '#console/parts/problem.tsx'
import { paths, pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { type Announcement, getAnnouncement, recallAnnouncement } from '#contract/console/announcement.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/form/confirm.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { call, ProblemError } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty, Loading } from '#ui/states.tsx'
import { clock, count, moment } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { Delivery, Facts, Problems } from './delivery.tsx'
import { AnnouncementBadge } from './labels.tsx'
import './announcements.css'

const SOON_MS = 2000
const LATER_MS = 20_000

function statusOf({ state, sendAt, recalledAt, recalledBy }: Announcement): string {
  if (state === 'scheduled' || state === 'preparing') return t('announcements.scheduled', { time: clock(sendAt) })
  if (state === 'sending') return t('announcements.sending')
  if (state !== 'recalled' || recalledAt === null) return moment(sendAt)
  const time = moment(recalledAt)
  return recalledBy ? t('announcements.recalled', { name: recalledBy.name, time }) : t('announcements.recalled.byNobody', { time })
}

function Recall({ announcement: { id, subject, figures } }: { announcement: Announcement }) {
  const [isOpen, setIsOpen] = useState(false)
  const { act, isBusy } = useAct({ isToast: true })
  const recall = async () => {
    const work = () => call(recallAnnouncement, { params: { id: String(id) } })
    await act(work, { done: t('announcements.recallDone') })
    setIsOpen(false)
  }
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {t('announcements.recall')}
      </Button>
      <Confirm
        title={t('announcements.recall.title', { subject })}
        isOpen={isOpen}
        isBusy={isBusy}
        yes={t('announcements.recall')}
        isDangerous
        onYes={() => void recall()}
        onClose={() => setIsOpen(false)}
      >
        <p>{figures.sent === 0 ? t('announcements.recall.all') : t('announcements.recall.rest', { count: count(figures.waiting) })}</p>
      </Confirm>
    </>
  )
}

const Gone = () => (
  <Empty
    icon="send"
    title={t('announcements.gone.title')}
    action={<ButtonLink to={paths.announcements}>{t('announcements.toList')}</ButtonLink>}
  >
    {t('announcements.gone.text')}
  </Empty>
)

export function AnnouncementPage({ id }: { id: number }) {
  const query = useCall(getAnnouncement, { params: { id: String(id) } }, { isPrivate: true, isSaved: false })
  const { answer: one, retry } = query
  const isMoving = one !== undefined && (one.state === 'preparing' || one.state === 'sending' || one.canRecall)
  const error = usePolling(query, isMoving ? SOON_MS : LATER_MS)
  const [, go] = useLocation()
  const isGone = error instanceof ProblemError && error.problem.code === 'announcement_not_found'
  const actions = one && !error && (
    <>
      {one.canRecall && <Recall announcement={one} />}
      <ButtonLink look="soft" to={pathTo('newAnnouncement', {}, { from: String(one.id) })}>
        {t('announcements.again')}
      </ButtonLink>
    </>
  )
  return (
    <>
      <Title back={{ name: t('announcements.toList'), go: () => go(paths.announcements) }} actions={actions} text={one?.subject}>
        <bdi>{one?.subject ?? t('announcements.title')}</bdi>
      </Title>
      {isGone ? (
        <Gone />
      ) : error ? (
        <PageProblem error={error} onRetry={retry} />
      ) : !one ? (
        <Loading lines={6} />
      ) : (
        <>
          <p class="announcement-status" role="status">
            <AnnouncementBadge state={one.state} /> {statusOf(one)}
          </p>
          <div class="columns columns-main">
            <section class="card stack" aria-labelledby="text">
              <h2 id="text">{t('announcements.text')}</h2>
              <Markdown text={one.body} />
            </section>
            <div class="stack">
              <Delivery figures={one.figures} />
              <Problems announcement={one} />
              <Facts announcement={one} />
            </div>
          </div>
        </>
      )}
    </>
  )
}
