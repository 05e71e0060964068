import type { ComponentChildren } from 'preact'
import { t } from '#client/texts/index.ts'
import type { ProjectRequest } from '#contract/request.ts'
import { moment } from '#ui/format.ts'

type Event = { what: string; at: string | null; more?: ComponentChildren }

function eventsOf(request: ProjectRequest): Event[] {
  const { status, createdAt, updatedAt, decidedAt, reason, comment } = request
  const events: Event[] = [{ what: t('application.at.applied'), at: createdAt }]
  // Deciding changes it too: only what happened before that was done by the team.
  if (updatedAt > createdAt && updatedAt !== decidedAt && (decidedAt === null || updatedAt < decidedAt))
    events.push({ what: t('application.at.changed'), at: updatedAt })
  if (status === 'submitted') return [...events, { what: t('application.waits'), at: null }]
  const said = (reason || comment) && (
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
  return [...events, { what: t(`application.at.${status}`), at: decidedAt ?? updatedAt, more: said }]
}

export const History = ({ request }: { request: ProjectRequest }) => (
  <section class="stack">
    <h2>{t('application.history')}</h2>
    <div class="card">
      <ol class="bare history">
        {eventsOf(request).map(({ what, at, more }) => (
          <li key={what}>
            <strong>{what}</strong>
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
