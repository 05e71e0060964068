import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

// An oracle for the dates on a screen: the moments and days of the answers that the page got, in the time zone of the directory, by Intl alone.

export type Zones = { directory: string; device: string }

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const CLOCK = String.raw`\d{1,2}:\d\d [AP]M`
const DAY = String.raw`(?:${MONTHS}) \d{1,2}(?!\d)(?:, \d{4})?`

const formats = new Map<string, Intl.DateTimeFormat>() // making one takes longer than using it
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, format)
  return format
}

export const dayIn = (timeZone: string, at: Date): string => formatOf('en-CA', { timeZone }).format(at)
const plain = (text: string): string => text.replace(/\s+/g, ' ')
const clockIn = (timeZone: string, at: Date): string => plain(formatOf('en', { timeZone, timeStyle: 'short' }).format(at))
/** “Nov 17, 2026” */
const written = (day: string): string => formatOf('en', { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(`${day}T00:00:00Z`))
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** The last minute of a day in a time zone. */
function endOf(day: string, timeZone: string): Date {
  const first = Date.parse(`${day}T23:59:00Z`) - 15 * 3_600_000
  for (let at = first; at < first + 30 * 3_600_000; at += 15 * 60_000) {
    const moment = new Date(at)
    if (dayIn(timeZone, moment) === day && clockIn(timeZone, moment) === '11:59 PM') return moment
  }
  return new Date(first) // an offset with seconds, long ago: nothing ends there
}

/** Collects what the server says; `judge` compares what the page shows with it. */
export function watchDates(page: Page, { directory, device }: Zones) {
  let reading: Promise<unknown>[] = []
  const moments = new Set<string>()
  const days = new Set<string>()
  const learn = (text: string): void => {
    for (const [moment] of text.matchAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g)) moments.add(moment)
    for (const [day] of text.matchAll(/\d{4}-\d\d-\d\d(?!T|\d)/g)) {
      days.add(day)
      days.add(dayBefore(day)) // enrollment without an end lasts until the day before the start
    }
  }
  page.on('response', (response) => {
    const isJson = response.headers()['content-type']?.includes('json')
    if (isJson && response.url().includes('/api/')) reading.push(response.text().then(learn, () => {}))
  })

  async function judge(now: Date, name: string): Promise<number> {
    while (reading.length > 0) await Promise.all(reading.splice(0))
    reading = []
    const { found, ages } = await page.evaluate<{ found: string; ages: [string, string][] }>(`({
      found: [document.body.innerText, ...[...document.querySelectorAll('[title]')].map((one) => one.title)].join(' | '),
      ages: [...document.querySelectorAll('time[datetime]')].map((one) => [one.dateTime, one.innerText.trim()]),
    })`)
    const year = dayIn(directory, now).slice(0, 4)
    const full = (text: string): string => (/\d{4}$/.test(text) ? text : `${text}, ${year}`)
    const instants = [...[...moments].map((text) => new Date(text)), now]
    const ends = [...days].map((day) => endOf(day, directory))
    const right = {
      days: new Set([...days, ...instants.map((at) => dayIn(directory, at))].map(written)),
      moments: new Set([...instants, ...ends].map((at) => `${written(dayIn(directory, at))}, ${clockIn(directory, at)}`)),
      yours: new Set(
        [...instants, ...ends].flatMap((at) => [clockIn(device, at), `${written(dayIn(device, at))}, ${clockIn(device, at)}`]),
      ),
    }
    let count = 0
    const wrong: string[] = []
    const check = (kind: keyof typeof right, text: string, where: string): string => {
      count++
      if (!right[kind].has(text)) wrong.push(`${kind}: ${text} (…${where}…)`)
      return '#'
    }
    for (const [at, text] of ages) {
      const days = text === 'yesterday' ? 1 : Number(/^(\d+) days ago$/.exec(text)?.[1] ?? Number.NaN)
      const age = (Date.parse(dayIn(directory, now)) - Date.parse(dayIn(directory, new Date(at)))) / 86_400_000
      if (!Number.isNaN(days) && days !== age) wrong.push(`ages: ${text} (${at})`)
    }
    const around = (text: string, at: number): string => text.slice(Math.max(0, at - 40), at + 60)
    const fullMoment = (day: string | undefined, clock: string): string => (day === undefined ? clock : `${full(day)}, ${clock}`)
    plain(found)
      .replace(new RegExp(`((?:${MONTHS}) \\d{1,2}) – (${DAY})`, 'g'), (all, first, last) =>
        /\d{4}$/.test(last) ? `${first}, ${last.slice(-4)} – ${last}` : all,
      )
      .replace(new RegExp(`· (?:(${DAY}), )?(${CLOCK}) yours`, 'g'), (_, day, clock, at, all) =>
        check('yours', fullMoment(day, clock), around(all, at)),
      )
      .replace(new RegExp(`(${DAY}),? (?:at )?(${CLOCK})`, 'g'), (_, day, clock, at, all) =>
        check('moments', fullMoment(day, clock), around(all, at)),
      )
      .replace(new RegExp(`\\b${DAY}`, 'g'), (day, at, all) => check('days', full(day), around(all, at)))
    assert.deepEqual(wrong, [], `${name} at ${now.toISOString()}, directory in ${directory}, device in ${device}`)
    moments.clear()
    days.clear()
    return count
  }
  return { judge }
}
