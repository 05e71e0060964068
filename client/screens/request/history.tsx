import type { ComponentChildren } from 'preact'
import { t } from '#client/texts.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { moment } from '#ui/time/format.ts'

type Event = { label: string; at: string | null; more?: ComponentChildren }

function eventsOf(request: ProjectRequest): Event[] {
  const { status, createdAt, updatedAt, decidedAt, reason, comment } = request
  const events: Event[] = [{ label: t('application.at.applied'), at: createdAt }]
  // A decision also sets updatedAt: only an earlier time is an edit by the team.
  if (updatedAt > createdAt && updatedAt !== decidedAt && (decidedAt === null || updatedAt < decidedAt))
    events.push({ label: t('application.at.changed'), at: updatedAt })
  if (status === 'submitted') return [...events, { label: t('application.waits'), at: null }]
  const details = (reason || comment) && (
    <>
      {reason && (
        <p>
          <span class="soft">{t('application.reason')}: </span>
          <bdi>{reason}</bdi>
        </p>
      )}
      {comment && (
        <p>
          <span class="soft">{t('application.comment')}: </span>
          <bdi>{comment}</bdi>
        </p>
      )}
    </>
  )
  return [...events, { label: t(`application.at.${status}`), at: decidedAt ?? updatedAt, more: details }]
}

export const History = ({ request }: { request: ProjectRequest }) => (
  <section class="stack">
    <h2>{t('application.history')}</h2>
    <div class="card">
      <ol class="bare history">
        {eventsOf(request).map(({ label, at, more }) => (
          <li key={label}>
            <strong>{label}</strong>
            {at && (
              <time class="soft" dateTime={at}>
                {moment(at)}
              </time>
            )}
            {more}
          </li>
        ))}
      </ol>
    </div>
  </section>
)
