import { t } from '#console/texts.ts'
import type { ListedMail, MailState } from '#contract/console/mail.ts'

/** In this order: needs action, in progress, finished. */
export const statesInOrder: MailState[] = [
  'review',
  'failed',
  'unknown',
  'dead',
  'queued',
  'sending',
  'deferred',
  'held',
  'sent',
  'bundled',
  'cancelled',
]

const looks: Partial<Record<MailState, string>> = {
  review: 'badge-submitted',
  failed: 'badge-declined',
  unknown: 'badge-declined',
  dead: 'badge-declined',
  queued: 'badge-active',
  sending: 'badge-active',
  deferred: 'badge-active',
  held: 'badge-active',
  sent: 'badge-approved',
}

export const stateName = (state: MailState): string => t(`mail.state.${state}`)
export const meaningOf = (state: MailState): string => t(`mail.means.${state}`)

export const StateBadge = ({ state }: { state: MailState }) => <span class={`badge ${looks[state] ?? ''}`}>{stateName(state)}</span>

/** Held for an undo window; not delayed by trouble. */
export const isScheduled = ({ state, tries, dueAt }: Scheduled): boolean =>
  state === 'queued' && tries === 0 && dueAt !== null && Date.parse(dueAt) > Date.now()
type Scheduled = Pick<ListedMail, 'state' | 'tries' | 'dueAt'>

/** The state of an email, or when it is sent. */
export const EmailBadge = ({ mail }: { mail: Scheduled }) =>
  isScheduled(mail) ? <span class="badge badge-active">{t('mail.scheduled')}</span> : <StateBadge state={mail.state} />

/** A kind without a text is shown unchanged. */
export const kindName = (kind: string): string => t(`mail.kind.${kind}` as 'mail.kind.contact') || kind

/** Reasons of our own are translated; replies of a mail server are shown unchanged. */
export const whyOf = (reason: string): string => t(`mail.why.${reason}` as 'mail.why.no_recipient') || reason

/** Changes within seconds. */
export const isMoving = (state: MailState): boolean => state === 'queued' || state === 'sending'
