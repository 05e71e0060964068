import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Illustration } from './illustration/illustration.tsx'
import { ProblemError, Unreachable } from './server/api.ts'
import { isOnline } from './server/online.ts'
import { w } from './shared-texts.ts'
import { moment } from './time/format.ts'

// Loading, empty and error states of a screen.

/** A skeleton, delayed so that quick answers do not flicker. */
export function Loading({ lines = 3, isCard }: { lines?: number; isCard?: boolean }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="loading" role="status" aria-busy="true">
      <span class="visually-hidden">{w('loading')}</span>
      {isLate && Array.from({ length: lines }, (_, index) => <div class={isCard ? 'skeleton skeleton-card' : 'skeleton'} key={index} />)}
    </div>
  )
}

type Note = { icon?: IconName; title?: string; children?: ComponentChildren; action?: ComponentChildren }

export const Empty = ({ icon = 'search', title, children, action }: Note) => (
  <div class="empty">
    <Illustration name={icon} />
    {title && <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action && <div class="empty-action">{action}</div>}
  </div>
)

/** Texts of an error: those of the problem document if there is one. */
export function reasonOf(error: unknown): { title: string; detail: string; id: string | null } {
  if (error instanceof ProblemError) {
    const { title, detail, requestId, status } = error.problem
    return { title, detail, id: status >= 500 ? requestId : null }
  }
  if (error instanceof Unreachable) return { title: w('unreachable'), detail: w('unreachableWhy'), id: null }
  return { title: w('failed'), detail: w('broken'), id: null }
}

const FINAL = [400, 403, 404, 413, 415, 422]

/** Whether the same call would be refused again: no retry is offered. */
export const isFinal = (error: unknown): boolean => error instanceof ProblemError && FINAL.includes(error.problem.status)

/** The error that is shown instead of a page. A page that cannot be read again for a moment stays, with what is typed in it. */
export const errorInstead = <E,>({ answer, error }: { answer: unknown; error: E }): E | null =>
  answer === undefined || isFinal(error) ? error : null

export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const { title, detail, id } = reasonOf(error)
  const [isBusy, setIsBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const tryAgain = async () => {
    setIsBusy(true)
    await onRetry?.()
    setIsBusy(false)
    setAttempts((count) => count + 1)
  }
  const action = onRetry && (
    <Button isBusy={isBusy} onClick={tryAgain}>
      {w('retry')}
    </Button>
  )
  return (
    <div role="alert">
      <Empty icon="warning" title={title} action={action}>
        {/* A new element after each retry, so that screen readers announce it again. */}
        <span key={attempts}>{detail}</span>
        {id && <small class="number">{w('number', { id })}</small>}
      </Empty>
    </div>
  )
}

const shownSavedAt = signal<number | null>(null)

/** When the data of this screen was saved; the banner says it while offline. */
export function SavedNote({ savedAt }: { savedAt: number | null }) {
  useEffect(() => {
    shownSavedAt.value = savedAt
    return () => {
      shownSavedAt.value = null
    }
  }, [savedAt])
  return null
}

/** The one notice of being offline, with the age of the data. */
export const OfflineBanner = () =>
  isOnline.value ? null : (
    <p class="offline" role="status">
      <Icon name="cloudOff" size={18} />
      <span>
        {w('offline')} {shownSavedAt.value !== null && w('savedAt', { when: moment(shownSavedAt.value) })}
      </span>
    </p>
  )
