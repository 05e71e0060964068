import { useEffect, useState } from 'preact/hooks'

/** The current time, updated at an interval while `isOn`. */
export function useNow(everyMs: number, isOn = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isOn])
  return now
}
