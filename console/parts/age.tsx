import { t } from '#console/texts.ts'
import { moment } from '#ui/time/format.ts'
import { useNow } from './now.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LONG_DAYS = 7 // older ones are highlighted

export function ageOf(ms: number): string {
  if (ms < HOUR) return t('requests.age.now')
  if (ms < DAY) return t('requests.age.hours', { count: Math.floor(ms / HOUR) })
  return t('requests.age.days', { count: Math.floor(ms / DAY) })
}

/** How long something has been waiting. */
export function Age({ since }: { since: string }) {
  const ms = useNow(60_000) - Date.parse(since)
  const age = ageOf(ms)
  return (
    <time class={ms > LONG_DAYS * DAY ? 'badge age age-long' : 'badge age'} dateTime={since} title={moment(since)}>
      <span class="visually-hidden">{t('requests.age.waits', { age })}</span>
      <span aria-hidden="true">{age}</span>
    </time>
  )
}
