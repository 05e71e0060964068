const DAY = 86_400

/** "3 days ago", "in 2 hours"; from two months on in months, from a year on in years. `days`: between the calendar days. */
export function writeAge(seconds: number, lang: string, days = Math.round(seconds / DAY)): string {
  const size = Math.abs(seconds)
  const write = (value: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always' = 'auto') =>
    new Intl.RelativeTimeFormat(lang, { numeric }).format(value, unit)
  if (size >= 365 * DAY) return write(Math.trunc(seconds / (365 * DAY)), 'year', 'always')
  if (size >= 60 * DAY) return write(Math.trunc(seconds / (30.4 * DAY)), 'month', 'always')
  if (size >= DAY) return write(days, 'day')
  if (size >= 3600) return write(Math.round(seconds / 3600), 'hour')
  return size >= 60 ? write(Math.round(seconds / 60), 'minute') : write(Math.round(seconds), 'second')
}
