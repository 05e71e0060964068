import { useEffect, useState } from 'preact/hooks'
import { deadline } from '#ui/time/format.ts'
import { r } from './texts.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds until an instant, never negative. Ticks every second in the last hour, otherwise every minute; `onEnd` is called once. */
export function useSecondsLeft(until: string, onEnd?: () => void): number {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    setLeft(secondsLeft())
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const seconds = secondsLeft()
      setLeft(seconds)
      if (seconds === 0) onEnd?.()
      else timer = setTimeout(tick, seconds <= HOUR ? 1000 : 1000 * (seconds % MINUTE || MINUTE))
    }
    if (secondsLeft() > 0) timer = setTimeout(tick, 1000)
    return () => clearTimeout(timer)
  }, [until])
  return left
}

/** The two largest units: “2 days 4 hours”, “12 minutes 5 seconds”. */
export function writeTime(seconds: number): string {
  const pair = (first: string, second: string | null) => (second === null ? first : r('left.and', { first, second }))
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)]
  if (days > 0) return pair(r('left.days', { count: days }), hours > 0 ? r('left.hours', { count: hours }) : null)
  if (hours > 0) return pair(r('left.hours', { count: hours }), minutes > 0 ? r('left.minutes', { count: minutes }) : null)
  const rest = seconds % MINUTE
  if (minutes === 0) return r('left.seconds', { count: rest })
  return pair(r('left.minutes', { count: minutes }), rest > 0 ? r('left.seconds', { count: rest }) : null)
}

type Props = {
  until: string
  text: 'left.opens' | 'left.closes' | 'left.answer'
  over?: 'left.now' | 'left.over'
  hasTime?: boolean // also the time itself, where nothing else says it
  onEnd?(): void
}

/** Not a live region: screen readers read it when they come to it. */
export function Countdown({ until, text, over = 'left.now', hasTime, onEnd }: Props) {
  const left = useSecondsLeft(until, onEnd)
  return (
    <>
      <span class={left < DAY ? 'countdown is-urgent' : 'countdown'} role="timer">
        {left === 0 ? r(over) : r(text, { time: writeTime(left) })}
      </span>
      {hasTime && <small class="soft">{deadline(until)}</small>}
    </>
  )
}
