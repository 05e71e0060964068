import { Link } from 'wouter-preact'
import { Age } from '#console/parts/age.tsx'
import { UndoButton } from '#console/parts/decision/undo.tsx'
import { pathTo } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import type { ReviewRequest } from '#contract/console/request.ts'
import { ago } from '#ui/time/format.ts'

export const placesInWords = (free: number | null): string => {
  if (free === null) return t('requests.places.unlimited')
  return free === 0 ? t('requests.places.none') : t('requests.places', { count: free })
}

const factsOf = ({ status, freePlaces, rivals, files, teamSize, noteCount }: ReviewRequest): string[] => [
  ...(status === 'submitted' ? [placesInWords(freePlaces)] : []),
  ...(status === 'submitted' && rivals > 0 ? [t('requests.otherApplications', { count: rivals })] : []),
  ...(files.length > 0 ? [t('requests.files', { count: files.length })] : []),
  t('requests.people', { count: teamSize }),
  ...(noteCount > 0 ? [t('notes.count', { count: noteCount })] : []),
]

type Props = { request: ReviewRequest; isSelected?: boolean; onSelect?: (isSelected: boolean) => void }

export function RequestCard({ request, isSelected = false, onSelect }: Props) {
  const { id, teamName, projectName, status, createdAt, decidedAt, updatedAt, message, reason, comment } = request
  return (
    <li class={isSelected ? 'card ticket is-selected' : 'card ticket'}>
      <div class="ticket-head">
        {onSelect && (
          <label class="ticket-pick">
            <input
              type="checkbox"
              aria-label={t('requests.select', { team: teamName, project: projectName })}
              checked={isSelected}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
            />
          </label>
        )}
        <h3 dir="auto">
          <Link href={pathTo('request', { id })}>{teamName}</Link>
        </h3>
        {status === 'submitted' ? <Age since={createdAt} /> : <small class="soft">{ago(decidedAt ?? updatedAt)}</small>}
      </div>
      <p dir="auto">
        <Link
          class="ticket-project"
          href={pathTo('requests', {}, { project: request.project })}
          aria-label={t('requests.onlyProject', { name: projectName })}
        >
          {projectName}
        </Link>
      </p>
      <p class={status === 'submitted' && request.freePlaces === 0 ? 'ticket-facts is-full' : 'ticket-facts'}>
        {factsOf(request)
          .map((fact) => fact.replaceAll(' ', '\u00a0'))
          .join(' · ')}
      </p>
      {request.isAnswerAwaited && (
        <p>
          <span class="badge badge-active">{t('ask.waiting')}</span>
        </p>
      )}
      {status === 'submitted' && request.reviewer && (
        <p class="ticket-facts">
          {t('requests.reviewer')} <bdi>{request.reviewer.name}</bdi>
        </p>
      )}
      {status === 'submitted' && message && (
        <p class="ticket-message" dir="auto">
          {message}
        </p>
      )}
      {reason && (
        <p class="ticket-reason" dir="auto">
          {reason}
        </p>
      )}
      {comment && (
        <p class="ticket-message" dir="auto">
          {comment}
        </p>
      )}
      {request.undoUntil && <UndoButton request={request} />}
    </li>
  )
}
